/** As wide as a terminal that is not very narrow, and as a line that can be quoted in a ticket. */
export const WIDTH = 100;

/**
 * Characters that a terminal would obey instead of showing them, and those that turn the direction of writing: much of
 * what is shown was written by strangers.
 */
const OBEYED = /[\p{Cc}\p{Bidi_Control}]+/gu;

/** A line as it can be shown on any terminal. */
export const harmless = (line: string): string => line.replace(OBEYED, ' ');

/** A text on one line. */
export const readable = (text: string): string => harmless(text).trim();

/** Lines of whole words that are at most `width` long; a word that is longer, such as a key, stays whole. */
export function wrapped(text: string, indent: string, width = WIDTH): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of readable(text).split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent.length + longer.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
}
