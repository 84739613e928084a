import type pg from 'pg';

const ignore = (): void => {};

/** True for what takes a callback or is a Submittable, such as a COPY, rather than returning a promise of rows. */
const isSubmittable = (args: readonly unknown[]): boolean =>
  typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown } | null)?.submit === 'function';

/**
 * Serialises the queries of a client that is not pipelined: each is sent once the one before it has completed, whether
 * it succeeded or failed. The driver's own queue is deprecated.
 */
export const serializeQueries = (client: pg.ClientBase): void => {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let last: Promise<void> | null = null;
  const query = (...args: unknown[]): Promise<unknown> => {
    if (isSubmittable(args)) return send(...args);
    const result = last ? last.then(() => send(...args)) : send(...args);
    const mine = result.then(ignore, ignore).then(() => {
      if (last === mine) last = null;
    });
    last = mine;
    return result;
  };
  client.query = query as typeof client.query;
};
