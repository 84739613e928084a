import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { CatalogWriter } from './noun.ts';

/** Tables of notes; see tables/note.sql. */
export type NoteTables = {
  note: {
    id: string;
    account_id: string;
    app_id: string;
    user_id: string;
    words: string;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
    version: number;
    deleted: boolean;
  };
};

/** Writes a note's row. */
export const writeNote: CatalogWriter<'note'> = async (trx, events, after) => {
  const { meta } = events.at(-1)!;
  const row = {
    words: after.words,
    ts_updated: toSeconds(meta.ts),
    version: meta.version,
    deleted: after.phase === 'deleted',
  };
  const { id, account_id, app_id, user_id } = after;
  await trx.query
    .withTables<NoteTables>()
    .insertInto('note')
    .values({ id, account_id, app_id, user_id, ts_created: toSeconds(events[0]!.meta.ts), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};
