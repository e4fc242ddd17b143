/** One event of a stream. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The events of a stream (HTML, 9.2.6) as far as ours use them: a name and lines of data, ended by an empty line. */
export async function* serverSentEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield eventOf(block.split('\n'));
  }
}

function eventOf(lines: readonly string[]): ServerEvent {
  const all = (field: string): string[] =>
    lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
  return { name: all('event')[0] ?? 'message', data: all('data').join('\n') };
}
