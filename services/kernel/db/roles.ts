import pg from 'pg';
import { acquireAdvisoryLock, advisoryLocks } from './advisory-locks.ts';
import { syncPublicPrivileges, transferOwnership } from './grants.ts';
import { type Roles, rolesOf } from './role-names.ts';
import { scramVerifier } from './scram.ts';

/** The password of a role, derived from the installation's secret. */
export type PasswordOf = (role: string) => string;

/** A database URL with another user and password. */
export const withCredentials = (url: string, role: string, password: string): string => {
  const other = new URL(url);
  other.username = encodeURIComponent(role);
  other.password = encodeURIComponent(password);
  return other.href;
};

/** The owner of the tables may not create or change the roles; the message says why. */
class CannotManageRoles extends Error {}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
const name = pg.escapeIdentifier;

const noPrivileges = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

const onPermissionDenied = (message: string) => (error: unknown) => {
  throw codeOf(error) === '42501' ? new CannotManageRoles(message) : error;
};

/** Creates a role without privileges; an existing one loses its attributes and memberships. */
const createRole = async (client: pg.Client, role: string, password: string): Promise<void> => {
  const { rows } = await client.query<{ more: boolean; of: string[] }>(
    `select r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls or not r.rolcanlogin as more,
            array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as of
       from pg_roles r where r.rolname = $1`,
    [role],
  );
  const found = rows[0];
  if (!found) {
    const made = `create role ${name(role)} ${noPrivileges} password ${pg.escapeLiteral(scramVerifier(password))}`;
    await client.query(made).catch(onPermissionDenied("it can't create roles"));
    return;
  }
  const message = `it can't change the role ${role}`;
  if (found.more) await client.query(`alter role ${name(role)} ${noPrivileges}`).catch(onPermissionDenied(message));
  for (const other of found.of)
    await client.query(`revoke ${name(other)} from ${name(role)}`).catch(onPermissionDenied(message));
};

const canSignIn = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (['28P01', '28000'].includes(codeOf(error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
};

/** Makes sure that a role can sign in with its password; one made under another secret gets the new one. */
const ensurePassword = async (client: pg.Client, url: string, role: string, password: string): Promise<void> => {
  const asRole = withCredentials(url, role, password);
  if (await canSignIn(asRole)) return;
  await client
    .query(`alter role ${name(role)} password ${pg.escapeLiteral(scramVerifier(password))}`)
    .catch(onPermissionDenied(`it can't change the role ${role}`));
  if (!(await canSignIn(asRole)))
    throw new CannotManageRoles(`the server does not let the role ${role} sign in (pg_hba.conf)`);
};

/** Makes the current user a member of a role where it is not, so that it can transfer ownership and read statistics. */
const ensureMembership = async (client: pg.Client, role: string): Promise<void> => {
  const { rows: server } = await client.query<{ says: boolean }>(
    `select current_setting('server_version_num')::int >= 160000 as says`,
  );
  // Since Postgres 16 the creator of a role may grant it, but has neither SET nor INHERIT.
  const [ways, grant] = server[0]!.says ? ['set', ' with set true, inherit true'] : ['member', ''];
  const { rows } = await client.query<{ in: boolean }>(
    'select pg_has_role(current_user, $1, $2) and pg_has_role(current_user, $1, $3) as in',
    [role, ways, 'usage'],
  );
  if (!rows[0]!.in)
    await client
      .query(`grant ${name(role)} to current_user${grant}`)
      .catch(onPermissionDenied(`its user may not join the role ${role}`));
};

const setUpRoles = async (client: pg.Client, url: string, roles: Roles, password: PasswordOf): Promise<void> => {
  for (const role of [roles.app, roles.sdk]) {
    await createRole(client, role, password(role));
    await ensureMembership(client, role);
    await ensurePassword(client, url, role, password(role));
  }
  await transferOwnership(client, roles);
  await syncPublicPrivileges(client, roles);
};

/**
 * Creates or updates the roles that work on a migrated database: neither is a superuser, a member of another role or an
 * owner in the schema public, and on the event log they can read and insert. `url` is that of the owner. Can be
 * interrupted and repeated; concurrent processes wait for each other, however long that takes, but at most `lockMs` for
 * a table that is in use. Answers the URL to work at, or why there are no roles.
 */
export const ensureRoles = async (
  url: string,
  password: PasswordOf,
  given?: Roles,
  lockMs = 10_000,
): Promise<{ url: string; roles: Roles } | { why: string }> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    options: '-c search_path=public',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await acquireAdvisoryLock(client, advisoryLocks.migration);
    // Not before: on a slow machine each of several that start at once has its turn later than that.
    await client.query(`set lock_timeout = ${lockMs}`);
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    const roles = given ?? rolesOf(rows[0]!.database);
    await setUpRoles(client, url, roles, password);
    return { url: withCredentials(url, roles.app, password(roles.app)), roles };
  } catch (error) {
    if (error instanceof CannotManageRoles) return { why: error.message };
    throw error;
  } finally {
    await client.end();
  }
};
