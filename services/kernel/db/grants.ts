import pg from 'pg';
import type { Roles } from './role-names.ts';

/** Privileges of the role `app` on tables of the schema public; on all others it has everything but DDL. */
const appPrivileges: Readonly<Record<string, readonly string[]>> = {
  event: ['select', 'insert'],
  migration: ['select'],
  analytics_migration: ['select'],
};
const defaultPrivileges = ['select', 'insert', 'update', 'delete'];
const tablePrivileges = [...defaultPrivileges, 'truncate', 'references', 'trigger'];

/**
 * Privileges of the role `sdk` on tables of the schema public: it stores names and batches of viewers and reads no
 * personal data.
 */
const sdkPrivileges: Readonly<Record<string, readonly string[]>> = {
  migration: ['select'],
  analytics_migration: ['select'],
  account_key: ['select', 'insert'],
  telemetry_batch: ['insert'],
  viewer_name: ['select', 'insert'],
};
const sdkFunctions = ['make_telemetry_day', 'component_answers'];

/** Schemas of read models that delivery and ingest read. */
const sdkSchemas = ['catalog', 'delivery'];

const id = pg.escapeIdentifier;

interface DatabaseObject {
  name: string;
  kind: 'table' | 'sequence' | 'function';
  /** As statements name it: a function with its argument types. */
  signature: string;
  granted: Record<'app' | 'sdk', string[]>;
}

// Objects of extensions are left as they are.
const objectsSql = `
  with object as (
    select relname::text as name, case relkind when 'S' then 'sequence' else 'table' end as kind, oid, 'pg_class'::regclass as class,
           oid::regclass::text as signature, relacl as acl
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
    union all
    select proname, 'function', oid, 'pg_proc'::regclass, oid::regprocedure::text, proacl
      from pg_proc where pronamespace = 'public'::regnamespace
  )
  select name, kind, signature,
         jsonb_build_object(
           'app', array(select lower(a.privilege_type) from aclexplode(acl) a where a.grantee = $1::regrole),
           'sdk', array(select lower(a.privilege_type) from aclexplode(acl) a where a.grantee = $2::regrole)) as granted
    from object
   where not exists (select from pg_depend d where d.classid = class and d.objid = object.oid and d.deptype = 'e')`;

const wantedPrivileges = ({ name, kind }: DatabaseObject): Record<'app' | 'sdk', readonly string[]> => {
  if (kind === 'function') return { app: ['execute'], sdk: sdkFunctions.includes(name) ? ['execute'] : [] };
  if (kind === 'sequence') return { app: ['usage'], sdk: name === 'telemetry_position' ? ['usage'] : [] };
  return { app: appPrivileges[name] ?? defaultPrivileges, sdk: sdkPrivileges[name] ?? [] };
};

/** Grants and revokes until the roles have exactly their privileges in the schema public. */
export const syncPublicPrivileges = async (client: pg.Client, roles: Roles): Promise<void> => {
  const { rows: open } = await client.query<{ may: boolean }>(
    `select exists (select from pg_namespace, aclexplode(nspacl) a
                     where nspname = 'public' and a.grantee = 0 and a.privilege_type = 'CREATE') as may`,
  );
  if (open[0]!.may) await client.query('revoke create on schema public from public');
  await client.query(`grant usage on schema public to ${id(roles.app)}, ${id(roles.sdk)}`);
  const { rows: at } = await client.query<{ database: string; may: boolean }>(
    `select current_database() as database,
            has_database_privilege($1, current_database(), 'create') and has_database_privilege($2, current_database(), 'connect') as may`,
    [roles.app, roles.sdk],
  );
  if (!at[0]!.may) {
    await client.query(`grant connect, temporary, create on database ${id(at[0]!.database)} to ${id(roles.app)}`);
    await client.query(`grant connect on database ${id(at[0]!.database)} to ${id(roles.sdk)}`);
  }
  const { rows: objects } = await client.query<DatabaseObject>(objectsSql, [id(roles.app), id(roles.sdk)]);
  for (const object of objects)
    for (const part of ['app', 'sdk'] as const) {
      const wanted = wantedPrivileges(object)[part];
      const granted = object.granted[part].filter((one) => object.kind !== 'table' || tablePrivileges.includes(one));
      const missing = wanted.filter((one) => !granted.includes(one));
      const excess = granted.filter((one) => !wanted.includes(one));
      if (missing.length > 0)
        await client.query(`grant ${missing.join(', ')} on ${object.kind} ${object.signature} to ${id(roles[part])}`);
      if (excess.length > 0)
        await client.query(`revoke ${excess.join(', ')} on ${object.kind} ${object.signature} from ${id(roles[part])}`);
    }
};

// Schemas of the read models, with the names that rebuilds use, and of the queue.
const appSchemas = `n.nspname in ('bullmq', 'catalog', 'audit', 'history', 'notifications', 'delivery', 'analytics')
             or n.nspname ~ '^(catalog|audit|history|notifications|delivery|analytics)_(next|old|earlier)$'`;

// The sequence of a column and the row type of a table change owner with the table.
const foreignOwnedSql = `
  with mine as (select oid as schema from pg_namespace n where ${appSchemas})
  select format('alter schema %I owner to ', nspname) as change from pg_namespace n
   where (${appSchemas}) and nspowner <> $1::regrole
  union all
  select format('alter %s %s owner to ', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
                c.oid::regclass)
    from pg_class c join mine on relnamespace = schema
   where relkind in ('r', 'p', 'S', 'v', 'm') and relowner <> $1::regrole
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i') and relkind = 'S')
  union all
  select format('alter routine %s owner to ', p.oid::regprocedure) from pg_proc p join mine on pronamespace = schema
   where proowner <> $1::regrole
  union all
  select format('alter type %s owner to ', t.oid::regtype) from pg_type t join mine on typnamespace = schema
   where typowner <> $1::regrole and typelem = 0 and (typrelid = 0 or exists (select from pg_class where oid = typrelid and relkind = 'c'))`;

/**
 * Makes the role `app` owner of the schemas of read models and of the queue, which the product itself creates, drops
 * and renames.
 */
export const transferOwnership = async (client: pg.Client, { app }: Roles): Promise<void> => {
  const { rows } = await client.query<{ change: string }>(foreignOwnedSql, [id(app)]);
  for (const { change } of rows) await client.query(change + id(app));
};

/**
 * Grants the role `sdk` reading of the read models that it answers from, and by default privileges of those that later
 * rebuilds create as the role `app`, which `client` is signed in as.
 */
export const grantReadAccess = async (client: pg.Client, { sdk }: Roles): Promise<void> => {
  const { rows } = await client.query<{ change: string }>(
    `select format('grant usage on schema %1$I to %2$s; grant select on all tables in schema %1$I to %2$s', nspname, $2::text) as change
       from pg_namespace n where nspname = any($1) and (not has_schema_privilege($3, oid, 'usage')
         or exists (select from pg_class where relnamespace = n.oid and relkind in ('r', 'p') and not has_table_privilege($3, oid, 'select')))
     union all
     select 'alter default privileges grant select on tables to ' || $2
      where not exists (select from pg_default_acl, aclexplode(defaclacl) a
                         where defaclrole = current_user::regrole and defaclobjtype = 'r' and a.grantee = $3::regrole)`,
    [sdkSchemas, id(sdk), sdk],
  );
  for (const { change } of rows) await client.query(change);
};

/** Grants usage of a new schema to the roles that have it on the one that it will replace. */
export const copySchemaUsage = async (client: pg.ClientBase, schema: string, like: string): Promise<void> => {
  const { rows } = await client.query<{ role: string }>(
    `select distinct r.rolname as role from pg_namespace n, aclexplode(n.nspacl) a join pg_roles r on r.oid = a.grantee
      where n.nspname = $1 and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner`,
    [like],
  );
  for (const { role } of rows) await client.query(`grant usage on schema ${id(schema)} to ${id(role)}`);
};
