import { declinedCard } from './stories/declined-card.js';
import { doubleClick } from './stories/double-click.js';
import { impatientOperator } from './stories/impatient-operator.js';
import { lastCups } from './stories/last-cups.js';
import { lateNotices } from './stories/late-notices.js';
import { lostAnswer } from './stories/lost-answer.js';
import type { Story } from './story.js';

/** Everything that is played, from the door to the shelf. */
export const STORIES: readonly Story[] = [
  doubleClick,
  lostAnswer,
  lateNotices,
  impatientOperator,
  declinedCard,
  lastCups,
];
