import type { OwnerProposal } from '#contracts/account/owner-events.ts';
import type { AdminAccountFilter, AdminAccountQuery, AdminAccountRow } from '#contracts/admin/admin.ts';
import type { OwnerProposalRow } from '#contracts/admin/owner.ts';
import { entitlement, type Features, type PlanFacts } from '#contracts/api/plans.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { anyCase } from '../any-case.ts';
import { addFields, type Conditions, conditions, findIds, inOrder, orderBy } from '../list-query.ts';
import { tellProposals } from './owner-proposals.ts';
import { paymentStatusSql, personalValue, totals } from './totals.ts';

const isActiveOwner = `m.phase = 'member' and m.verified and not m.disabled and jsonb_exists(m.permissions, 'account_owner')`;

const rows = `
  select a.id, a.name, a.country, a.employee_size, a.time_zone, a.trial_ends, a.plan as subscribed, a.standing, a.promo_until, a.custom_plan, a.manual_features, a.ts_created,
         a.ts_updated, a.version, a.premium::int as premium,
         ${paymentStatusSql('a', '$1')} as payment_status,
         a.owner_proposal,
         (a.owner_proposal is not null and (a.owner_proposal ->> 'ts_expires')::bigint > $1)::int as owner_proposed,
         (not exists (select from member m where m.account_id = a.id and ${isActiveOwner})
           and not exists (select from claim where scope = 'staff_account' and owner = a.id::text))::int as owner_missing,
         owner.id as owner_id, owner.verified as owner_verified,
         ${personalValue('owner.email_ref')} as owner_email,
         ${personalValue('owner.firstname_ref')} as owner_firstname,
         ${personalValue('owner.lastname_ref')} as owner_lastname,
         (select count(*)::int from member m where m.account_id = a.id and m.phase in ('member', 'invited')) as total_users,
         (select count(*)::int from instance i join app on app.id = i.app_id
           where app.account_id = a.id and not i.deleted and not app.deleted) as total_instances,
         ${totals('a.id')}
    from account a
    left join lateral (
      select m.id, m.verified, m.email_ref, m.firstname_ref, m.lastname_ref from member m
       where m.account_id = a.id and m.phase = 'member' and jsonb_exists(m.permissions, 'account_owner')
       order by m.ts_registration, m.id limit 1) as owner on true`;

interface Stored
  extends Omit<AdminAccountRow, 'plan' | 'seats' | 'settings' | 'owner' | 'owner_proposal'>,
    Pick<PlanFacts, 'standing' | 'promo_until' | 'custom_plan'> {
  owner_proposal: OwnerProposal | null;
  owner_proposed: 0 | 1;
  subscribed: PlanFacts['plan'];
  manual_features: Features;
  owner_id: string | null;
  owner_verified: boolean;
  owner_email: string;
  owner_firstname: string;
  owner_lastname: string;
}

const toRow = (row: Stored, now: UnixSeconds, told: ReadonlyMap<string, OwnerProposalRow>): AdminAccountRow => {
  const {
    subscribed,
    standing,
    promo_until,
    custom_plan,
    manual_features,
    owner_id,
    owner_verified,
    owner_email,
    owner_firstname,
    owner_lastname,
    owner_proposal,
    owner_proposed,
    ...plain
  } = row;
  const { plan, seats, features } = entitlement({ ...row, plan: subscribed, premium: row.premium === 1 }, now);
  const name = [owner_firstname, owner_lastname].filter(Boolean).join(' ');
  return {
    ...plain,
    plan,
    seats,
    settings: {
      features: features as Record<string, true | number>,
      manual_features: manual_features as Record<string, true | number>,
    },
    owner_proposal: (owner_proposed && owner_proposal && told.get(owner_proposal.id)) || null,
    owner: owner_id ? { id: owner_id, name, email: owner_email, verified: owner_verified ? 1 : 0 } : null,
  };
};

const fields = {
  texts: ['name', 'owner_email'],
  exact: ['country', 'employee_size', 'payment_status', 'premium', 'owner_proposed'],
  numbers: ['ts_created', 'trial_ends', 'total_users', 'total_apps', 'total_story_groups', 'total_stories'],
} as const;

const wanted = (filter: AdminAccountFilter, now: UnixSeconds): Conditions => {
  const where = conditions([now]);
  where.add('id = any(?::uuid[])', filter.id && [filter.id].flat());
  const names = `concat_ws(' ', name, owner_email, owner_firstname, owner_lastname)`;
  where.add(`strpos(${anyCase(names)}, ${anyCase('?')}) > 0`, filter.q);
  addFields(where, filter, fields);
  return where;
};

/** The ids of a page of all accounts, newest first unless sorted, and how many there are. `now` is unix seconds. */
export const findAccounts = async (
  { db }: Pick<Kernel, 'db'>,
  { filter = {}, sort = ['ts_created', 'DESC'] }: Pick<AdminAccountQuery, 'filter' | 'sort'>,
  page: Page,
  now: UnixSeconds,
): Promise<{ ids: string[]; total: number }> => {
  // The clock stands first in every statement, also where a column that needs it is left out.
  const every = `${rows} where $1::bigint is not null and not a.ended`;
  return findIds(db.pool, every, wanted(filter, now), orderBy(fields.texts, sort), page);
};

/** Accounts by id, in that order, with their first owner and totals; those that do not exist are left out. `now` is unix seconds. */
export const readAccounts = async (
  { db }: Pick<Kernel, 'db'>,
  ids: readonly string[],
  now: UnixSeconds,
): Promise<AdminAccountRow[]> => {
  const found = await db.pool.query<Stored>(`select * from (${rows}) as every where id = any($2::uuid[])`, [now, ids]);
  const open = found.rows.flatMap(({ owner_proposal }) => (owner_proposal ? [owner_proposal] : []));
  const told = await tellProposals(db, open);
  return inOrder(ids, found.rows).map((row) => toRow(row, now, told));
};

/** The columns of the accounts' CSV. */
export const accountColumns: Record<string, (row: AdminAccountRow) => unknown> = {
  id: (row) => row.id,
  name: (row) => row.name,
  country: (row) => row.country,
  employee_size: (row) => row.employee_size,
  plan: (row) => row.plan,
  payment_status: (row) => row.payment_status,
  owner: (row) => row.owner?.name,
  owner_email: (row) => row.owner?.email,
  total_users: (row) => row.total_users,
  total_apps: (row) => row.total_apps,
  total_story_groups: (row) => row.total_story_groups,
  total_stories: (row) => row.total_stories,
  ts_created: (row) => row.ts_created,
};
