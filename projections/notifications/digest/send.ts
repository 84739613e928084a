import type { Permissions } from '#contracts/api/roles.ts';
import { toEpochMs, toSeconds } from '#contracts/time.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Effects } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderDigest } from '#kernel/mail/digest.ts';
import { digestToken } from '#kernel/mail/digest-token.ts';
import { listUnreadBetween } from '../read.ts';

/** So many are named, at most; the others are counted. */
const named = 10;

interface Reader {
  account_id: string;
  permissions: Permissions;
  email_ref: string;
  firstname_ref: string | null;
  digest: 'daily' | 'weekly';
}

const readReader = async ({ db }: Pick<Kernel, 'db'>, userId: string): Promise<Reader | null> => {
  const { rows } = await db.pool.query<Reader>(
    `select account_id, permissions, email_ref, firstname_ref, notifications ->> 'digest' as digest from member
      where id = $1 and phase = 'member' and verified and not disabled and notifications ->> 'digest' in ('daily', 'weekly')`,
    [userId],
  );
  return rows[0] ?? null;
};

/** Whether the read model has applied what happened up to a moment, unix seconds. */
const isAppliedUntil = async ({ db }: Pick<Kernel, 'db'>, until: number): Promise<boolean> => {
  const { rows } = await db.pool.query<{ behind: boolean }>(
    `select exists (select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position) and e.ts < $1) as behind
       from projection_checkpoint c where c.name = 'notifications'`,
    [toEpochMs(until + 1)],
  );
  return rows[0]?.behind === false;
};

/**
 * Mails somebody what happened in a span and is unread now; nothing when that is nothing, or the digest was turned off.
 * Throws while the read model is behind that span, to be tried again.
 */
export const sendDigest = async (
  kernel: Kernel,
  digestId: string,
  { user_id, since, until }: Effects['digest'],
): Promise<void> => {
  const reader = await readReader(kernel, user_id);
  if (!reader) return;
  if (!(await isAppliedUntil(kernel, until))) throw new Error('the notifications are not up to date yet');
  const { data, total } = await listUnreadBetween(kernel, { user_id, ...reader }, { since, until, limit: named });
  if (total === 0) return;
  const { email_ref, firstname_ref, digest } = reader;
  const person = await readPersonal(
    kernel.db,
    [email_ref, firstname_ref].filter((ref) => ref !== null),
  );
  const to = person(email_ref);
  if (!to || to === 'erased') return;
  const { PUBLIC_URL } = kernel.config;
  const token = digestToken(kernel.secrets, user_id);
  const [page, end] = [`${PUBLIC_URL}/notifications`, `${PUBLIC_URL}/digest/end/${token}`];
  await kernel.mails.send({
    id: `${digestId}-digest`,
    to,
    ...renderDigest({
      firstname: person(firstname_ref),
      lines: data.map((row) => row.data),
      total,
      weekly: digest === 'weekly',
      page,
      end,
    }),
    links: [page, end],
    ts: toSeconds(kernel.now()),
    unsubscribe: `${PUBLIC_URL}/api/digest/end?token=${token}`,
  });
};
