/** One server-sent event; `event` is 'message' where the server names none. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** What a server that never ends a line or an event could fill: characters. */
const mostUsually = 1_000_000;

/**
 * Reads text/event-stream by its chunks, wherever they are split. `push` answers the events that a chunk completes, and
 * throws RangeError once an event and the line being read are longer than `most` characters. Ids and retry times are
 * passed over.
 */
export const createEventParser = (most = mostUsually) => {
  let line = '';
  let endsInReturn = false;
  let event = '';
  let data: string[] = [];
  let size = 0;

  const readField = (text: string): void => {
    const colon = text.indexOf(':');
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1));
    if (name === 'event') event = value;
    if (name !== 'data') return;
    data.push(value);
    size += value.length + 1;
  };
  const finish = (): StreamEvent | null => {
    const done = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : null;
    event = '';
    data = [];
    size = 0;
    return done;
  };

  return {
    push(chunk: string): StreamEvent[] {
      if (chunk === '') return [];
      // A line that ended with the last chunk ends with both of its characters.
      const text = endsInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
      endsInReturn = chunk.endsWith('\r');
      const lines = text.split(/\r\n|\n|\r/);
      const events: StreamEvent[] = [];
      for (const [at, part] of lines.entries()) {
        line += part;
        if (size + line.length > most) throw new RangeError();
        if (at === lines.length - 1) break;
        const done = line === '' ? finish() : null;
        if (done) events.push(done);
        // A comment has no name before its colon.
        if (line !== '') readField(line);
        line = '';
      }
      return events;
    },
  };
};
