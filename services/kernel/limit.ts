import type { Db } from './db/pool.ts';

/** How often something may happen within a fixed window; `max` 0 is no limit. `key` is an id or a keyed hash, never an address. */
export interface Limit {
  scope: string;
  key: string;
  max: number;
  seconds: number;
}

/** Counts one use, for all processes together. Answers 0 while within the limit, else the seconds until the window ends. */
export const countUse = async (
  on: Pick<Db, 'query'>,
  { scope, key, max, seconds }: Limit,
  now: number,
): Promise<number> => {
  if (max === 0) return 0;
  const start = Math.floor(now / (seconds * 1000)) * seconds * 1000;
  const { count } = await on.query
    .insertInto('rate_count')
    .values({ scope, key, window_start: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('rate_count.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count <= max ? 0 : Math.max(1, Math.ceil((start + seconds * 1000 - now) / 1000));
};

/** The limit of links mailed to one address, per kind of mail: LIMIT_MAILS in 10 minutes. */
export const mailLimit = (max: number, template: string, addressKey: string): Limit => ({
  scope: `mail:${template}`,
  key: addressKey,
  max,
  seconds: 600,
});
