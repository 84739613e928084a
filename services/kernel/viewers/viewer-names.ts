import { LRUCache } from 'lru-cache';
import { Refusal } from '#contracts/api/errors.ts';
import type { Db } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';

/** Viewers of whom a process remembers, for so long, that their name is kept. */
const mostRemembered = 100_000;
const rememberMs = 600_000;

/** The viewer of an envelope (128 bits, base64url) as the uuid that tables keep. */
export const viewerUuid = (viewer: string): string => {
  const hex = Buffer.from(viewer, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** A viewer who answered a component: the keyed hash (128 bits, base64url) and the id that the app gave them. */
export interface ViewerName {
  account_id: string;
  viewer: string;
  viewer_id: string;
}

/** Where the ids of viewers who answered are kept, apart from all else, so that they can be erased. */
export interface ViewerNames {
  /**
   * Resolves once the id is durable; refuses with Unavailable when it cannot be kept: the batch must not be
   * acknowledged.
   */
  keep(named: ViewerName): Promise<void>;
}

interface PendingWrite {
  named: Map<string, ViewerName>;
  written: Promise<void>;
}

/** Keeps names in the table viewer_name. Those that come while one statement runs share the next one. */
export const openViewerNames = (db: Pick<Db, 'pool'>, log: Pick<Logger, 'error'>): ViewerNames => {
  // Not for ever, so that whoever was erased and answers again has a name again. By size: by count it would take its memory at once.
  const kept = new LRUCache<string, true>({ maxSize: mostRemembered, sizeCalculation: () => 1, ttl: rememberMs });
  let pending: PendingWrite | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const write = async (named: readonly ViewerName[]): Promise<void> => {
    await db.pool.query({
      name: 'keep-viewer-names',
      text: `insert into viewer_name (account_id, viewer, viewer_id)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[]) on conflict (account_id, viewer) do nothing`,
      values: [
        named.map((one) => one.account_id),
        named.map((one) => viewerUuid(one.viewer)),
        named.map((one) => one.viewer_id),
      ],
    });
    for (const { viewer } of named) kept.set(viewer, true);
  };

  const writeOrRefuse = (named: readonly ViewerName[]): Promise<void> =>
    write(named).catch((error: { code?: string }) => {
      // Nothing of the error but its code: its text may show what was to be written.
      log.error({ code: error.code, names: named.length }, 'could not store viewer names');
      throw new Refusal('Unavailable');
    });

  const open = (): PendingWrite => {
    const named = new Map<string, ViewerName>();
    const round: PendingWrite = {
      named,
      written: last
        .catch(() => {})
        .then(() => {
          pending = null;
          return writeOrRefuse([...named.values()].sort((a, b) => (a.viewer < b.viewer ? -1 : 1)));
        }),
    };
    last = round.written;
    pending = round;
    return round;
  };

  return {
    keep(named) {
      if (kept.has(named.viewer)) return Promise.resolve();
      const round = pending ?? open();
      round.named.set(named.viewer, named);
      return round.written;
    },
  };
};
