import type { Answer } from './answer.js';
import { RecordedAnswer } from '../door/door-signals.js';

/**
 * Thrown by a keyed route, ends its request with this answer and discards everything that was decided: nothing is
 * written, and the key stays free. For an answer that only says what would happen.
 */
export const unstored = (answer: Answer): RecordedAnswer => new RecordedAnswer(answer);
