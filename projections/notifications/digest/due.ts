import type { Digest } from '#contracts/notification/types.ts';
import { lastSlot } from '#contracts/slot.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type CommandKernel, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { derivedId } from '#kernel/platform/derived-id.ts';

const everyMs = 60_000;
const atOnce = 500;
/** What happened just before a digest was due may be committed a moment after it. */
const settleSeconds = 60;

interface Candidate {
  user_id: string;
  digest: Exclude<Digest, 'none'>;
  time_zone: string;
  /** From when on the next one tells; null before the first. */
  since: UnixSeconds | null;
  /** When the last one was due, */
  slot: UnixSeconds | null;
  /** and whether the person chose another digest, or the account another clock, since. */
  moved: boolean;
}

/** People whose digest may be due: a day has 23 hours once a year. */
const readCandidates = async (
  { db }: Pick<Kernel, 'db'>,
  now: UnixSeconds,
  after: string | null,
): Promise<Candidate[]> => {
  const { rows } = await db.pool.query<Candidate>({
    name: 'digest-candidates',
    text: `select m.id as user_id, m.notifications ->> 'digest' as digest, a.time_zone, d.since, d.slot,
                  coalesce((d.digest, d.time_zone) <> (m.notifications ->> 'digest', a.time_zone), false) as moved
             from member m join account a on a.id = m.account_id left join digest_turn d on d.user_id = m.id
            where m.notifications ->> 'digest' in ('daily', 'weekly') and ($2::uuid is null or m.id > $2)
              and m.phase = 'member' and m.verified and not m.disabled
              and (d.slot is null or (d.digest, d.time_zone) <> (m.notifications ->> 'digest', a.time_zone)
                   or d.slot <= $1 - case m.notifications ->> 'digest' when 'daily' then 82800 else 601200 end)
            order by m.id limit ${atOnce}`,
    values: [now, after],
  });
  return rows;
};

/** Begins with what comes from now on, or goes on by another digest or clock without a mail at once. */
const begin = async (
  { db }: Pick<Kernel, 'db'>,
  { user_id, digest, time_zone }: Candidate,
  now: UnixSeconds,
  slot: UnixSeconds,
): Promise<void> => {
  await db.pool.query(
    `insert into digest_turn (user_id, digest, time_zone, since, slot) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set digest = excluded.digest, time_zone = excluded.time_zone, slot = excluded.slot`,
    [user_id, digest, time_zone, now, slot],
  );
};

/** Notes that a digest is sent, and asks for the mail; false where another process has done so. */
const takeTurn = async (
  kernel: CommandKernel,
  user_id: string,
  { since, slot, until }: Record<'since' | 'slot' | 'until', UnixSeconds>,
): Promise<boolean> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now()), async (trx) => {
    const { rowCount } = await trx.client.query(
      'update digest_turn set since = $2, slot = $2 where user_id = $1 and slot = $3',
      [user_id, until, slot],
    );
    if (rowCount !== 1) return { status: 200, data: false };
    await enqueueEffect(trx, derivedId('digest', user_id, until), 'digest', { user_id, since, until });
    return { status: 200, data: true };
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
    `delete from digest_turn d
      where not exists (select from member m where m.id = d.user_id and m.notifications ->> 'digest' in ('daily', 'weekly'))`,
  );
  let asked = 0;
  for (let last: string | null = null; !signal?.aborted; ) {
    const people: Candidate[] = await readCandidates(kernel, now, last);
    for (const person of people) {
      const { user_id, since, slot } = person;
      const until = lastSlot(person.digest, person.time_zone, now);
      if (since === null || slot === null || person.moved) await begin(kernel, person, now, until);
      else if (until > slot && (await takeTurn(kernel, user_id, { since, slot, until }))) asked += 1;
    }
    if (people.length < atOnce) break;
    last = people.at(-1)!.user_id;
  }
  return asked;
};

/** Asks for digests as they become due, in one process at a time. */
export const startDigests: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'digests', async (signal) => {
    while (!signal.aborted) {
      await askForDigests(kernel, signal);
      await delay(everyMs, signal);
    }
  });
