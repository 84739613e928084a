import type { Digest } from '#contracts/notification/types.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type CommandKernel, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { derivedId } from '../derived-id.ts';
import { lastSlot } from './slot.ts';

const everyMs = 60_000;
const atOnce = 500;
/** What happened just before a digest was due may be committed a moment after it. */
const settleSeconds = 60;

interface Candidate {
  user_id: string;
  digest: Exclude<Digest, 'none'>;
  time_zone: string;
  /** Up to when digests were sent; null before the first. */
  sent: UnixSeconds | null;
}

/** People whose digest may be due: a day has 23 hours once a year. */
const readCandidates = async (
  { db }: Pick<Kernel, 'db'>,
  now: UnixSeconds,
  after: string | null,
): Promise<Candidate[]> => {
  const { rows } = await db.pool.query<Candidate>({
    name: 'digest-candidates',
    text: `select m.id as user_id, m.notifications ->> 'digest' as digest, a.time_zone, d.ts as sent
             from member m join account a on a.id = m.account_id left join digest_sent d on d.user_id = m.id
            where m.notifications ->> 'digest' in ('daily', 'weekly') and ($2::uuid is null or m.id > $2)
              and m.phase = 'member' and m.verified and not m.disabled
              and (d.ts is null
                   or d.ts <= $1 - case m.notifications ->> 'digest' when 'daily' then 82800 else 601200 end)
            order by m.id limit ${atOnce}`,
    values: [now, after],
  });
  return rows;
};

/** Notes up to when digests of somebody are sent, and asks for the mail; false where another process has done so. */
const takeTurn = async (kernel: CommandKernel, { user_id, sent }: Candidate, until: UnixSeconds): Promise<boolean> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now()), async (trx) => {
    const { rowCount } =
      sent === null
        ? await trx.client.query('insert into digest_sent (user_id, ts) values ($1, $2) on conflict do nothing', [
            user_id,
            until,
          ])
        : await trx.client.query('update digest_sent set ts = $2 where user_id = $1 and ts = $3', [
            user_id,
            until,
            sent,
          ]);
    const isOurs = rowCount === 1;
    // The first one begins with what comes from now on.
    if (isOurs && sent !== null)
      await enqueueEffect(trx, derivedId('digest', user_id, until), 'digest', { user_id, since: sent, until });
    return { status: 200, data: isOurs && sent !== null };
  });
  return data;
};

/** Asks for the digests that are due; answers how many. */
export const askForDigests = async (
  kernel: CommandKernel & Pick<Kernel, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> => {
  const now = toSeconds(kernel.now()) - settleSeconds;
  // Whoever turned it off begins anew when they turn it on.
  await kernel.db.pool.query(
    `delete from digest_sent d
      where not exists (select from member m where m.id = d.user_id and m.notifications ->> 'digest' in ('daily', 'weekly'))`,
  );
  let asked = 0;
  for (let last: string | null = null; !signal?.aborted; ) {
    const people: Candidate[] = await readCandidates(kernel, now, last);
    for (const person of people) {
      const until = lastSlot(person.digest, person.time_zone, now);
      if (person.sent !== null && until <= person.sent) continue;
      if (await takeTurn(kernel, person, until)) asked += 1;
    }
    if (people.length < atOnce) break;
    last = people.at(-1)!.user_id;
  }
  return asked;
};

/** Asks for digests as they become due, in one process at a time. */
export const startDigests: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.databaseUrl, 'digests', async (signal) => {
    while (!signal.aborted) {
      await askForDigests(kernel, signal);
      await delay(everyMs, signal);
    }
  });
