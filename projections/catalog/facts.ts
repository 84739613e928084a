import { limits } from '#contracts/api/limits.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { toSeconds } from '#contracts/time.ts';
import { holdsSeat } from '#contracts/user/invitation.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { AccountFacts, Facts, InstanceFacts, RowLock, UserFacts } from '#kernel/commands/facts.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { linkLife } from '#kernel/sessions/links.ts';
import type { KnownComponent, KnownSubject, TelemetryFacts } from '#kernel/telemetry-log/telemetry-facts.ts';
import { countOrder, lockOrder } from './instance-order.ts';
import { readInvitationEnds } from './invitation-ends.ts';
import { reportFacts } from './report.ts';
import { storyGroupFacts } from './story-group.ts';
import type { CatalogTables } from './tables.ts';
import { templateFacts } from './template.ts';

const tables = (on: Pick<Trx, 'query'>) => on.query.withTables<CatalogTables>();

const locked = { update: ' for no key update', share: ' for share', none: '' } as const satisfies Record<
  RowLock,
  string
>;

const userColumns = [
  'id',
  'account_id',
  'phase',
  'verified',
  'staff',
  'ts_registration',
  'ts_verification',
  'permissions',
  'email_ref',
  'disabled',
] as const;
const livingInstance = `select i.id, i.app_id, i.account_id, i.title, i.token, i.is_default
  from instance i join app a on a.id = i.app_id where not i.deleted and not a.deleted`;

const principalOf: Facts['principal'] = async (on, sessionId) => {
  const { rows } = await (('client' in on ? on.client : on.pool) as Db['pool']).query<
    Principal & { expires_at: Date; staff_id: string | null }
  >({
    name: 'fact-principal',
    text: `select s.id as session_id, s.user_id, s.expires_at, m.account_id, m.permissions,
                  a.time_zone, a.trial_ends, a.premium, a.plan, a.ts_subscribed, a.standing, a.promo_until,
                  a.custom_plan, a.manual_features, m.staff, s.staff_id,
                  s.factor_at is not null as factor_shown
             from session s join member m on m.id = s.user_id join account a on a.id = m.account_id
             left join member acting on acting.id = s.staff_id
            where s.id = $1 and s.ended_at is null and m.phase = 'member' and not m.disabled
              and (s.staff_id is null or (acting.staff and acting.phase = 'member' and not acting.disabled and not m.staff))`,
    values: [sessionId],
  });
  const row = rows[0];
  if (!row || row.expires_at.getTime() <= Date.now()) return null;
  const { expires_at, staff_id, ...principal } = row;
  const login_as = staff_id && { staff_id, ts_end: toSeconds(expires_at.getTime()) };
  return { ...principal, staff: principal.staff && !staff_id, login_as: login_as || null };
};

/** What commands may know of other streams; each read is part of the command's transaction. */
export const catalogFacts: Facts = {
  ...storyGroupFacts,
  ...reportFacts,
  ...templateFacts,
  principal: principalOf,
  async account(trx, accountId, lock) {
    const { rows } = await trx.client.query<AccountFacts>({
      name: `fact-account-${lock}`,
      text: `select id, time_zone, trial_ends, premium, plan, standing, promo_until, custom_plan, manual_features, jsonb_array_length(test_devices) as test_devices, sms_otp
               from account where id = $1${locked[lock]}`,
      values: [accountId],
    });
    return rows[0] ?? null;
  },
  async user(trx, userId) {
    const row = await tables(trx).selectFrom('member').select(userColumns).where('id', '=', userId).executeTakeFirst();
    return (row as UserFacts | undefined) ?? null;
  },
  async team(trx, accountId) {
    const rows = await tables(trx)
      .selectFrom('member')
      .select(userColumns)
      .where('account_id', '=', accountId)
      .where('phase', 'in', ['member', 'invited'])
      .execute();
    return rows as (UserFacts & { permissions: Permissions })[];
  },
  async takenSeats(trx, accountId, now) {
    const team = await this.team(trx, accountId);
    // No link ends before this, so that most teams are asked of nothing more.
    const oldest = now - linkLife.invitation / 1000;
    if (!team.some(({ phase, ts_registration }) => phase === 'invited' && ts_registration <= oldest))
      return { taken: team.length, over: new Set() };
    const ends = await readInvitationEnds(trx.client, accountId, now);
    const over = new Set([...ends].filter(([, end]) => !holdsSeat(end, now)).map(([id]) => id));
    return { taken: team.length - over.size, over };
  },
  async app(trx, accountId, appId, lock) {
    const { rows } = await trx.client.query({
      name: `fact-app-${lock}`,
      text: `select id, account_id, title, store_type from app where id = $1 and account_id = $2 and not deleted${locked[lock]}`,
      values: [appId, accountId],
    });
    if (!rows[0]) return null;
    // Counted after the lock is held, in a statement of its own, so that it sees what the former holder committed.
    const counted = await trx.client.query<{ count: number }>({
      name: 'fact-app-stories',
      text: `select coalesce(sum(story_count), 0)::int as count from story_group where app_id = $1 and status <> ${groupStatus.archived}`,
      values: [appId],
    });
    return { ...rows[0], story_count: counted.rows[0]!.count };
  },
  async heldApps(trx, accountId, appIds) {
    // In one order everywhere, so that two commands never wait for each other.
    const { rows } = await trx.client.query<{ id: string }>({
      name: 'fact-held-apps',
      text: 'select id from app where id = any($1::uuid[]) and account_id = $2 and not deleted order by id for share',
      values: [appIds, accountId],
    });
    return rows.map((row) => row.id);
  },
  async apps(trx, accountId) {
    const { rows } = await trx.client.query<{ id: string }>({
      name: 'fact-apps',
      text: 'select id from app where account_id = $1 and not deleted order by ts_created desc, id desc limit $2',
      values: [accountId, limits.bulk],
    });
    return rows.map((row) => row.id);
  },
  async instance(trx, accountId, instanceId) {
    const { rows } = await trx.client.query<InstanceFacts>({
      name: 'fact-instance',
      text: `${livingInstance} and i.id = $1 and i.account_id = $2`,
      values: [instanceId, accountId],
    });
    return rows[0] ?? null;
  },
  async defaultInstance(trx, accountId, appId) {
    const { rows } = await trx.client.query<InstanceFacts>({
      name: 'fact-default-instance',
      text: `${livingInstance} and i.app_id = $1 and i.account_id = $2 and i.is_default`,
      values: [appId, accountId],
    });
    return rows[0] ?? null;
  },
  async listUse(trx, accountId, key) {
    const { rows } = await trx.client.query<{ apps: string[]; kept: boolean }>({
      name: 'fact-list-use',
      text: `select array(select distinct g.app_id from story_group g join instance i on i.id = g.instance_id
                           where g.account_id = $1 and g.status <> ${groupStatus.archived} and not i.deleted
                             and g.settings->'dynamic_segmentation'->>'path' = $2) as apps,
                    exists (select from account a, jsonb_array_elements(a.profile->'dynamic_segmentation') as list
                             where a.id = $1 and list->>'path' = $2) as kept`,
      values: [accountId, key],
    });
    return rows[0]!;
  },
  async queueForOrder(trx, instanceId) {
    await trx.client.query({
      name: 'fact-order-queue',
      text: `select pg_advisory_xact_lock(hashtextextended('order:' || $1, 0))`,
      values: [instanceId],
    });
  },
  groupsIn: countOrder,
  order: lockOrder,
};

interface KnownRow extends Omit<KnownSubject, 'components'> {
  id: string;
  /** Of a story with any: id, kind, answers, product. */
  components: [string, KnownComponent['kind'], string[] | null, string | null][] | null;
}

const noComponents: KnownSubject['components'] = new Map();

const knownSubject = ({ id, components, ...row }: KnownRow): [string, KnownSubject] => [
  id,
  {
    ...row,
    components: components
      ? new Map(
          components.map(([own, kind, answers, product_id]) => [
            own,
            { kind, ...(answers ? { answers } : {}), ...(product_id === null ? {} : { product_id }) },
          ]),
        )
      : noComponents,
  },
];

/** What the ingest of telemetry looks up, outside of any command. */
export const telemetryFacts = (db: Db): TelemetryFacts => ({
  async instanceByToken(token) {
    const { rows } = await db.pool.query({
      name: 'telemetry-instance',
      text: `select id as instance_id, app_id, account_id from instance where token = $1 and not deleted`,
      values: [token],
    });
    return rows[0] ?? null;
  },
  async knownIds(instanceId, ids) {
    const { rows } = await db.pool.query<KnownRow>({
      name: 'telemetry-known',
      text: `select id, 'group' as kind, id as group_id, null::int as watch_cap_ms, null::json as components
               from story_group where id = any($2::uuid[]) and instance_id = $1
             union all
             select id, 'story', story_group_id,
                    case when type = 2 then coalesce(nullif((media->>'duration_ms')::int, 0), 20000) else 20000 end,
                    (select json_agg(json_build_array(component_id, c.kind, "values"->'answers', "values"->>'product_id'))
                       from published_component c where c.story_id = story.id)
               from story where id = any($2::uuid[]) and instance_id = $1`,
      values: [instanceId, ids],
    });
    return new Map(rows.map(knownSubject));
  },
});
