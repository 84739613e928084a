import pg from 'pg';
import type { Roles } from './role-names.ts';

/** What may be done with tables of the schema public by the role `app`: with all others that there are, everything but changing their shape. */
const narrow: Readonly<Record<string, readonly string[]>> = {
  event: ['select', 'insert'],
  migration: ['select'],
  analytics_migration: ['select'],
};
const usual = ['select', 'insert', 'update', 'delete'];
const every = [...usual, 'truncate', 'references', 'trigger'];

/** What the role `sdk` does in the schema public: names and batches of viewers are put down, nothing is read that is anybody's. */
const ofSdk: Readonly<Record<string, readonly string[]>> = {
  migration: ['select'],
  analytics_migration: ['select'],
  account_key: ['select', 'insert'],
  telemetry_batch: ['insert'],
  viewer_name: ['select', 'insert'],
};
const functionsOfSdk = ['make_telemetry_day'];

/** Schemas of read models that deliveries and the ingest look into. */
const schemasOfSdk = ['catalog', 'delivery'];

const id = pg.escapeIdentifier;

interface Thing {
  name: string;
  kind: 'table' | 'sequence' | 'function';
  /** How statements call it: a function with its arguments. */
  said: string;
  has: Record<'app' | 'sdk', string[]>;
}

// What extensions brought stays as they made it.
const thingsSql = `
  with thing as (
    select relname::text as name, case relkind when 'S' then 'sequence' else 'table' end as kind, oid, 'pg_class'::regclass as class,
           oid::regclass::text as said, relacl as acl
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
    union all
    select proname, 'function', oid, 'pg_proc'::regclass, oid::regprocedure::text, proacl
      from pg_proc where pronamespace = 'public'::regnamespace
  )
  select name, kind, said,
         jsonb_build_object(
           'app', array(select lower(a.privilege_type) from aclexplode(acl) a where a.grantee = $1::regrole),
           'sdk', array(select lower(a.privilege_type) from aclexplode(acl) a where a.grantee = $2::regrole)) as has
    from thing
   where not exists (select from pg_depend d where d.classid = class and d.objid = thing.oid and d.deptype = 'e')`;

const wanted = ({ name, kind }: Thing): Record<'app' | 'sdk', readonly string[]> => {
  if (kind === 'function') return { app: ['execute'], sdk: functionsOfSdk.includes(name) ? ['execute'] : [] };
  if (kind === 'sequence') return { app: ['usage'], sdk: name === 'telemetry_position' ? ['usage'] : [] };
  return { app: narrow[name] ?? usual, sdk: ofSdk[name] ?? [] };
};

/** Brings what the roles may do in the schema public to exactly what they are to; what is so already is left alone. */
export const grantPublic = async (client: pg.Client, roles: Roles): Promise<void> => {
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
  const { rows: things } = await client.query<Thing>(thingsSql, [id(roles.app), id(roles.sdk)]);
  for (const thing of things)
    for (const part of ['app', 'sdk'] as const) {
      const want = wanted(thing)[part];
      const has = thing.has[part].filter((one) => thing.kind !== 'table' || every.includes(one));
      const [more, less] = [want.filter((one) => !has.includes(one)), has.filter((one) => !want.includes(one))];
      if (more.length > 0)
        await client.query(`grant ${more.join(', ')} on ${thing.kind} ${thing.said} to ${id(roles[part])}`);
      if (less.length > 0)
        await client.query(`revoke ${less.join(', ')} on ${thing.kind} ${thing.said} from ${id(roles[part])}`);
    }
};

// The read models', as their rebuilds call them too, and the queue's.
const handed = `n.nspname in ('bullmq', 'catalog', 'audit', 'history', 'delivery', 'analytics')
             or n.nspname ~ '^(catalog|audit|history|delivery|analytics)_(next|old|earlier)$'`;

// A sequence that belongs to a column and the type of a table's rows change hands with the table.
const strangersSql = `
  with mine as (select oid as schema from pg_namespace n where ${handed})
  select format('alter schema %I owner to ', nspname) as change from pg_namespace n
   where (${handed}) and nspowner <> $1::regrole
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

/** Gives the schemas of read models and of the queue, which the product itself makes, drops and renames, to the role `app`. */
export const handOver = async (client: pg.Client, { app }: Roles): Promise<void> => {
  const { rows } = await client.query<{ change: string }>(strangersSql, [id(app)]);
  for (const { change } of rows) await client.query(change + id(app));
};

/**
 * Lets the role `sdk` read the read models that it answers from, those of later rebuilds too: they are made by the role
 * `app`, as which `client` is signed in, and their schemas open to whom the ones before them did.
 */
export const grantReading = async (client: pg.Client, { sdk }: Roles): Promise<void> => {
  const { rows } = await client.query<{ change: string }>(
    `select format('grant usage on schema %1$I to %2$s; grant select on all tables in schema %1$I to %2$s', nspname, $2::text) as change
       from pg_namespace n where nspname = any($1) and (not has_schema_privilege($3, oid, 'usage')
         or exists (select from pg_class where relnamespace = n.oid and relkind in ('r', 'p') and not has_table_privilege($3, oid, 'select')))
     union all
     select 'alter default privileges grant select on tables to ' || $2
      where not exists (select from pg_default_acl, aclexplode(defaclacl) a
                         where defaclrole = current_user::regrole and defaclobjtype = 'r' and a.grantee = $3::regrole)`,
    [schemasOfSdk, id(sdk), sdk],
  );
  for (const { change } of rows) await client.query(change);
};

/** Opens a new schema to those to whom another one is open: it will take its place. */
export const openLike = async (client: pg.ClientBase, schema: string, like: string): Promise<void> => {
  const { rows } = await client.query<{ role: string }>(
    `select distinct r.rolname as role from pg_namespace n, aclexplode(n.nspacl) a join pg_roles r on r.oid = a.grantee
      where n.nspname = $1 and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner`,
    [like],
  );
  for (const { role } of rows) await client.query(`grant usage on schema ${id(schema)} to ${id(role)}`);
};
