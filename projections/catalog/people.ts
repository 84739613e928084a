import { type AccountRow, profileRow } from '#contracts/account/rows.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type PlanId, paymentStatus, planIds } from '#contracts/api/plans.ts';
import { isMobile, type Permissions, type Role, roles } from '#contracts/api/roles.ts';
import { settingsOf } from '#contracts/notification/settings.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { PersonOfTeam, TeamMemberRow, UserRow } from '#contracts/user/rows.ts';
import { userStatus } from '#contracts/user/status.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { canSignIn } from '#kernel/commands/can-sign-in.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';
import { readFactors } from '#kernel/factors/factors.ts';
import { readLinkedProviders } from '#kernel/factors/linked-providers.ts';
import type { Config } from '#kernel/platform/config.ts';
import { readInvitationEnds } from './invitation-ends.ts';
import type { CatalogTables } from './tables.ts';

const tables = (db: Pick<Db, 'query'>) => db.query.withTables<CatalogTables>();

const heldRoles = (held: Permissions): Role[] => roles.filter((one) => held[one]);
const perApp = (held: Permissions, deleted: ReadonlySet<string>) =>
  roles.flatMap((role) =>
    (held[role] ?? []).filter((app_id) => !deleted.has(app_id)).map((app_id) => ({ app_id, role })),
  );

// What an address says need not be a plan.
const packageOf = ({ package_id }: { package_id: string | null }, payment_status: number): PlanId | null =>
  payment_status === paymentStatus.trial ? (planIds.find((one) => one === package_id) ?? null) : null;

/** The account as GET /account answers it. `now` is unix seconds. */
export const readAccount = async (
  db: Db,
  accountId: string,
  now: UnixSeconds,
): Promise<Omit<AccountRow, 'contact_email' | 'creator_app' | 'referral_link' | 'filling'>> => {
  const row = await tables(db).selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (!row) throw new Refusal('NotFound');
  const { plan, nickname, payment_status, seats, features } = entitlement(row, now);
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    employee_size: row.employee_size,
    time_zone: row.time_zone,
    sms_otp: row.sms_otp,
    payment_status,
    premium: payment_status === paymentStatus.premium ? 1 : 0,
    plan,
    plan_nickname: nickname,
    trial_ends: row.trial_ends,
    package_id: packageOf(row, payment_status),
    seats,
    referral_token: row.referral_token,
    test_devices: row.test_devices,
    settings: {
      features: features as Record<string, true | number>,
      manual_features: row.manual_features as Record<string, true | number>,
    },
    ts_created: row.ts_created,
    ts_updated: row.ts_updated,
    version: row.version,
  };
};

const memberRows = (db: Db, accountId: string) =>
  tables(db)
    .selectFrom('member')
    .selectAll('member')
    .select((shape) =>
      shape
        .selectFrom('session')
        .select((inner) => inner.fn.max('session.created_at').as('last'))
        .whereRef('session.user_id', '=', 'member.id')
        .where('session.staff_id', 'is', null)
        .as('last_login'),
    )
    .where('account_id', '=', accountId)
    // An invitation that was taken up by somebody's own user has ended, too, but nobody was a member by it.
    .where((row) =>
      row.or([
        row('phase', 'in', ['member', 'invited']),
        row.and([row('phase', '=', 'ended'), row('ts_verification', 'is not', null)]),
      ]),
    )
    .orderBy((row) => row('phase', '=', 'ended'))
    .orderBy('ts_registration')
    .orderBy('id');

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

/** Deleted apps of an account, if any of these people has a role in an app. */
const readDeletedApps = async (
  db: Db,
  accountId: string,
  people: readonly Pick<MemberRow, 'permissions'>[],
): Promise<ReadonlySet<string>> => {
  if (people.every(({ permissions }) => perApp(permissions, new Set()).length === 0)) return new Set();
  const rows = await tables(db)
    .selectFrom('app')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

const personOf = (
  row: MemberRow,
  person: (ref: string | null) => string,
  deleted: ReadonlySet<string>,
): PersonOfTeam => ({
  id: row.id,
  email: person(row.email_ref),
  firstname: person(row.firstname_ref),
  lastname: person(row.lastname_ref),
  roles: heldRoles(row.permissions),
  permissions: perApp(row.permissions, deleted),
  verified: row.verified ? 1 : 0,
  status: row.phase === 'ended' ? userStatus.deleted : userStatus.active,
  settings: { is_mobile: isMobile(row.permissions) },
  ts_registration: row.ts_registration,
  ts_login: row.last_login ? toSeconds(row.last_login.getTime()) : null,
});

const refsOf = (row: MemberRow): string[] =>
  [row.email_ref, row.pending_email_ref, row.firstname_ref, row.lastname_ref].filter((ref) => ref !== null);

/** Members and open invitations of an account, oldest first; then its deleted members. `now` is unix seconds. */
export const listTeam = async (db: Db, accountId: string, now: UnixSeconds): Promise<TeamMemberRow[]> => {
  const rows = await memberRows(db, accountId).execute();
  const ends = await readInvitationEnds(db.pool, accountId, now);
  const person = await readPersonal(db, rows.flatMap(refsOf));
  const deleted = await readDeletedApps(db, accountId, rows);
  return rows.map((row) => {
    const invited = row.phase === 'invited';
    const ts_invitation_end = ends.get(row.id) ?? null;
    const can_sign_in = canSignIn(row);
    return { ...personOf(row, person, deleted), invited, can_sign_in, ts_invitation_end, version: row.version };
  });
};

const readLoginAs = async (db: Db, { login_as }: Pick<Principal, 'login_as'>): Promise<UserRow['login_as']> => {
  if (!login_as) return null;
  const { staff_id, ts_end } = login_as;
  const staff = await tables(db).selectFrom('member').selectAll().where('id', '=', staff_id).executeTakeFirstOrThrow();
  const refs = [staff.firstname_ref, staff.lastname_ref, staff.email_ref];
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  const staff_name = [staff.firstname_ref, staff.lastname_ref].map(person).filter(Boolean).join(' ');
  return { staff_id, staff_name: staff_name || person(staff.email_ref), ts_end };
};

/** The signed-in person as GET /user answers it. `now` is unix seconds. */
export const readUser = async (
  db: Db,
  principal: Pick<Principal, 'account_id' | 'user_id' | 'login_as' | 'permissions' | 'staff' | 'factor_shown'>,
  now: UnixSeconds,
  { MEDIA_URL, staffFactor }: Pick<Config, 'MEDIA_URL' | 'staffFactor'>,
): Promise<Omit<UserRow, 'notification'>> => {
  const { account_id: accountId, user_id: userId } = principal;
  const row = await memberRows(db, accountId)
    .where('member.id', '=', userId)
    .where('phase', '=', 'member')
    .executeTakeFirst();
  if (!row) throw new Refusal('NotFound');
  const account = await tables(db)
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const person = await readPersonal(db, refsOf(row));
  const factors = await readFactors(db, userId);
  const secret = await db.query
    .selectFrom('user_secret')
    .select(['password_hash', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    ...personOf(row, person, await readDeletedApps(db, accountId, [row])),
    account_id: accountId,
    pending_email: row.pending_email_ref && person(row.pending_email_ref),
    company_name: account.name,
    country: account.country,
    employee_size: account.employee_size,
    type: row.staff ? 2 : 1,
    payment_status: entitlement(account, now).payment_status,
    profile: profileRow(account.profile, MEDIA_URL, principal.permissions),
    ts_verification: row.ts_verification,
    ts_updated: row.ts_updated,
    version: row.version,
    phone_number: factors.find(({ type }) => type === 'sms')?.label ?? null,
    factors,
    social: await readLinkedProviders(db, userId),
    has_password: typeof secret?.password_hash === 'string',
    ts_password: secret?.password_hash ? toSeconds(secret.changed_at.getTime()) : null,
    onboarded: row.onboarded,
    settings: { is_mobile: isMobile(row.permissions), ...settingsOf(row.notifications) },
    staff_factor_needed: principal.staff && staffFactor && !principal.factor_shown,
    login_as: await readLoginAs(db, principal),
  };
};
