import { CannotStart } from '#shared/config/cannot-start.error.js';

/** The service was not asked, or has not answered the question. The message is one line that says what to do. */
export class CouldNotAsk extends CannotStart {
  override readonly name: string = 'CouldNotAsk';
}
