import pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { grantPublic, handOver } from './grants.ts';
import { type Roles, rolesOf } from './role-names.ts';
import { scramVerifier } from './scram.ts';

/** What is signed in with where the roles are made: a password that only the installation can work out again. */
export type PasswordOf = (role: string) => string;

/** The same database as another user. */
export const signedInAs = (url: string, role: string, password: string): string => {
  const other = new URL(url);
  other.username = encodeURIComponent(role);
  other.password = encodeURIComponent(password);
  return other.href;
};

/** Who makes the tables cannot make the roles; the message says why. */
class NoRoles extends Error {}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
const name = pg.escapeIdentifier;

const nothingMore = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

const refusedAs = (words: string) => (error: unknown) => {
  throw codeOf(error) === '42501' ? new NoRoles(words) : error;
};

/** Makes a role that may do nothing yet; one that is there loses whatever it was given beside its name. */
const makeRole = async (client: pg.Client, role: string, password: string): Promise<void> => {
  const { rows } = await client.query<{ more: boolean; of: string[] }>(
    `select r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls or not r.rolcanlogin as more,
            array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as of
       from pg_roles r where r.rolname = $1`,
    [role],
  );
  const found = rows[0];
  if (!found) {
    const made = `create role ${name(role)} ${nothingMore} password ${pg.escapeLiteral(scramVerifier(password))}`;
    await client.query(made).catch(refusedAs('its user may not make roles'));
    return;
  }
  const words = `its user may not change the role ${role}`;
  if (found.more) await client.query(`alter role ${name(role)} ${nothingMore}`).catch(refusedAs(words));
  for (const other of found.of) await client.query(`revoke ${name(other)} from ${name(role)}`).catch(refusedAs(words));
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

/** Sees to it that a role signs in with its password; one that another secret made is given the new one. */
const settlePassword = async (client: pg.Client, url: string, role: string, password: string): Promise<void> => {
  const asRole = signedInAs(url, role, password);
  if (await canSignIn(asRole)) return;
  await client
    .query(`alter role ${name(role)} password ${pg.escapeLiteral(scramVerifier(password))}`)
    .catch(refusedAs(`its user may not change the role ${role}`));
  if (!(await canSignIn(asRole))) throw new NoRoles(`the server does not let the role ${role} sign in (pg_hba.conf)`);
};

/** Lets whoever makes the tables hand them over, and see what the roles do, where that does not follow from its rank. */
const joinRole = async (client: pg.Client, role: string): Promise<void> => {
  const { rows: server } = await client.query<{ says: boolean }>(
    `select current_setting('server_version_num')::int >= 160000 as says`,
  );
  // Since 16 whoever makes a role may give it away, but is not in it.
  const [ways, grant] = server[0]!.says ? ['set', ' with set true, inherit true'] : ['member', ''];
  const { rows } = await client.query<{ in: boolean }>(
    'select pg_has_role(current_user, $1, $2) and pg_has_role(current_user, $1, $3) as in',
    [role, ways, 'usage'],
  );
  if (!rows[0]!.in)
    await client
      .query(`grant ${name(role)} to current_user${grant}`)
      .catch(refusedAs(`its user may not join the role ${role}`));
};

const settle = async (client: pg.Client, url: string, roles: Roles, password: PasswordOf): Promise<void> => {
  for (const role of [roles.app, roles.sdk]) {
    await makeRole(client, role, password(role));
    await joinRole(client, role);
    await settlePassword(client, url, role, password(role));
  }
  await handOver(client, roles);
  await grantPublic(client, roles);
};

/**
 * Gives a database, whose tables are there, the roles that work on it: neither is a superuser, becomes another or owns what
 * lies in the schema public, and of the log of events they can read and add. `url` is that of its owner. Can be interrupted
 * and repeated; processes that start at once wait for each other. Answers the address to work at, or why there are no roles.
 */
export const settleRoles = async (
  url: string,
  password: PasswordOf,
  given?: Roles,
): Promise<{ url: string; roles: Roles } | { why: string }> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    options: '-c search_path=public -c lock_timeout=10000',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    const roles = given ?? rolesOf(rows[0]!.database);
    await settle(client, url, roles, password);
    return { url: signedInAs(url, roles.app, password(roles.app)), roles };
  } catch (error) {
    if (error instanceof NoRoles) return { why: error.message };
    throw error;
  } finally {
    await client.end();
  }
};
