import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { linkLife } from '#kernel/sessions/links.ts';

/**
 * Until when each open invitation of an account can be accepted, by the link that was mailed last; null until the mail of its
 * last sending is on its way. Links that ended long ago are not kept: then the sending itself tells. `now` is unix seconds.
 */
export const readInvitationEnds = async (
  on: Pick<Db['pool'], 'query'>,
  accountId: string,
  now: UnixSeconds,
): Promise<Map<string, UnixSeconds | null>> => {
  const { rows } = await on.query<{ id: string; expires_at: Date | null; used_at: Date | null; sent: EpochMs }>({
    name: 'catalog-invitation-ends',
    text: `select m.id, link.expires_at, link.used_at,
                  greatest(m.ts_registration::bigint * 1000, (
                    select max(e.ts) from event e where e.stream = 'user-' || m.id and e.type = 'InvitationResent'))::bigint as sent
             from member m
             left join lateral (
               select expires_at, used_at from link_token
                where user_id = m.id and purpose = 'invitation' order by expires_at desc limit 1) link on true
            where m.account_id = $1 and m.phase = 'invited'`,
    values: [accountId],
  });
  const endOf = ({ expires_at, used_at, sent }: (typeof rows)[number]): UnixSeconds | null => {
    if (expires_at) return used_at ? null : toSeconds(expires_at.getTime());
    const last = toSeconds(sent + linkLife.invitation);
    return last < now ? last : null;
  };
  return new Map(rows.map((row) => [row.id, endOf(row)]));
};
