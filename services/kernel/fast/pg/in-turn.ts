import type pg from 'pg';

const done = (): void => {};

/** True for what brings its own way of answering, such as a COPY, rather than a promise of rows. */
const answersItself = (asked: readonly unknown[]): boolean =>
  typeof asked.at(-1) === 'function' || typeof (asked[0] as { submit?: unknown } | null)?.submit === 'function';

/**
 * Makes statements that are asked for together go to Postgres in turn on a connection that takes one at a time: each is
 * sent when the one before it is answered, whether it succeeded or failed. The driver itself is to keep no queue.
 */
export const takeInTurn = (client: pg.ClientBase): void => {
  const send = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  let last: Promise<void> | null = null;
  const query = (...asked: unknown[]): Promise<unknown> => {
    if (answersItself(asked)) return send(...asked);
    const answer = last ? last.then(() => send(...asked)) : send(...asked);
    const mine = answer.then(done, done).then(() => {
      if (last === mine) last = null;
    });
    last = mine;
    return answer;
  };
  client.query = query as typeof client.query;
};
