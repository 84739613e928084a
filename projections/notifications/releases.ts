import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Trx } from '#kernel/db/transaction.ts';

/** Keeps what an event says of releases of the SDK: that one was announced, and whom it was told. */
export const keepRelease = async (trx: Trx, event: Recorded<StoryrailEvent>): Promise<void> => {
  if (event.type === 'SdkReleaseAnnounced') {
    const { release_id, user_id, platform, version, url } = event.data;
    await trx.client.query(
      'insert into sdk_release (id, ts, user_id, platform, version, url) values ($1, $2, $3, $4, $5, $6)',
      [release_id, toSeconds(event.meta.ts), user_id, platform, version, url],
    );
  }
  if (event.type === 'SdkUpdateAnnounced') {
    const { release_id, apps } = event.data;
    await trx.client.query('insert into sdk_release_told (release_id, account_id, apps) values ($1, $2, $3)', [
      release_id,
      event.meta.account_id,
      apps.length,
    ]);
  }
};
