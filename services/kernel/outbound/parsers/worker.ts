import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { type ReaderName, readers, type StreamName, streams } from './tasks.ts';

/** A task of a worker: a whole input, or the file at a path piece by piece. */
export type ParserTask = { reader: ReaderName; input: unknown } | { stream: StreamName; path: string };

/**
 * A message of a worker: that it is ready, a piece (`next` asks for the next one, `stop` for no more), the end with its
 * answer, or what went wrong.
 */
export type ParserMessage = { kind: 'ready' | 'end'; value?: unknown } | { kind: 'piece' | 'failed'; value: unknown };

const port = parentPort!;
const say = (message: ParserMessage): void => port.postMessage(message);

const work = async (task: ParserTask): Promise<void> => {
  if ('reader' in task) {
    const read = readers[task.reader] as (input: unknown) => unknown;
    return say({ kind: 'end', value: read(task.input) });
  }
  for await (const piece of streams[task.stream](task.path)) {
    const next = once(port, 'message');
    say({ kind: 'piece', value: piece });
    const [word] = (await next) as ['next' | 'stop'];
    if (word === 'stop') break;
  }
  say({ kind: 'end' });
};

let free = true;
port.on('message', (task: ParserTask | 'next' | 'stop') => {
  if (typeof task === 'string' || !free) return;
  free = false;
  work(task)
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
