/** Something that the person who starts us can mend. The message is one line: what is wrong and how to go on. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}
