import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { type ReaderName, readers, type StreamName, streams } from './tasks.ts';

/** What a worker is asked: to read something whole, or the file at a path piece by piece. */
export type Asked = { reader: ReaderName; input: unknown } | { stream: StreamName; path: string };

/** What it says: that it can begin, a piece (`next` asks for the next one, `stop` for no more), the end with its answer, or what went wrong. */
export type Said = { kind: 'ready' | 'end'; value?: unknown } | { kind: 'piece' | 'failed'; value: unknown };

const port = parentPort!;
const say = (said: Said): void => port.postMessage(said);

const work = async (asked: Asked): Promise<void> => {
  if ('reader' in asked) {
    const read = readers[asked.reader] as (input: unknown) => unknown;
    return say({ kind: 'end', value: read(asked.input) });
  }
  for await (const piece of streams[asked.stream](asked.path)) {
    const next = once(port, 'message');
    say({ kind: 'piece', value: piece });
    const [word] = (await next) as ['next' | 'stop'];
    if (word === 'stop') break;
  }
  say({ kind: 'end' });
};

let free = true;
port.on('message', (asked: Asked | 'next' | 'stop') => {
  if (typeof asked === 'string' || !free) return;
  free = false;
  work(asked)
    .catch((error: unknown) =>
      say({
        kind: 'failed',
        value: { message: String((error as Error).message), code: (error as NodeJS.ErrnoException).code },
      }),
    )
    .finally(() => {
      free = true;
    });
});
say({ kind: 'ready' });
