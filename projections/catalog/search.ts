import { mediaPath } from '#contracts/api/media-files.ts';
import { type SearchHit, searchMost } from '#contracts/api/search.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { Db } from '#kernel/db/pool.ts';
import { anyCase } from '../any-case.ts';

/** What somebody looks for, and where they may look. */
export interface Search {
  account_id: string;
  /** Apps that the person sees; null means all of the account. */
  apps: string[] | null;
  /** Apps whose groups and stories the person may look at; null means all of the account. */
  group_apps: string[] | null;
  /** Part of a name. */
  q: string;
}

/** Names that hold the text elsewhere than at their beginning are looked at up to this many before the best are taken. */
const candidates = 60;
/** Shorter parts have no trigram: only names that begin with them are found. */
const shortestPart = 3;

const key = (title: string) => `${anyCase(title)} collate "C"`;
/** A word of the name begins with the text. */
const wordFirst = (title: string) => `' ' || ${key(title)} like '% ' || $3 || '%'`;

const placeSql = `
  select t.*, a.title as app_title, i.title as instance_title
    from found t join instance i on i.id = t.instance_id and not i.deleted join app a on a.id = t.app_id and not a.deleted`;

const finds = (table: 'story_group' | 'story', columns: string, where: string) => {
  const name = key('n.title');
  const gone = table === 'story' ? storyStatus.deleted : groupStatus.archived;
  const mine = `n.account_id = $1 and ($2::uuid[] is null or n.app_id = any($2)) and n.status <> ${gone} ${where}`;
  const alive = 'exists (select from instance i where i.id = n.instance_id and not i.deleted)';
  return {
    beginning: `with found as (
        select ${columns} from ${table} n where ${mine} and ${alive} and ${name} like $3 || '%'
         order by ${name}, n.id limit ${searchMost}) ${placeSql} order by ${key('t.title')}, t.id`,
    inside: `with picked as (
        select n.* from ${table} n
         where ${mine} and ${alive} and ${name} like '%' || $3 || '%' and ${name} not like $3 || '%' limit ${candidates}),
      found as (
        select ${columns} from picked n order by ${wordFirst('n.title')} desc, ${name}, n.id limit ${searchMost})
      ${placeSql} order by ${wordFirst('t.title')} desc, ${key('t.title')}, t.id`,
  };
};

const groupFinds = finds(
  'story_group',
  `n.id, n.title, n.icon as picture, n.status, n.app_id, n.instance_id, n.id as story_group_id, n.title as story_group_title`,
  '',
);
const storyFinds = finds(
  'story',
  `n.id, n.title, coalesce(n.thumbnail_key, n.media->>'thumbnail', n.media->>'key') as picture, n.status, n.app_id, n.instance_id,
   n.story_group_id, (select g.title from story_group g where g.id = n.story_group_id) as story_group_title`,
  `and exists (select from story_group g where g.id = n.story_group_id and g.status <> ${groupStatus.archived})`,
);

const appSql = `
  select a.id, a.title, a.icon as picture, null::int as status, a.id as app_id, a.title as app_title,
         null::uuid as instance_id, null as instance_title, null::uuid as story_group_id, null as story_group_title
    from app a
   where a.account_id = $1 and not a.deleted and ($2::uuid[] is null or a.id = any($2)) and ${key('a.title')} like '%' || $3 || '%'
   order by ${key('a.title')} like $3 || '%' desc, ${wordFirst('a.title')} desc, ${key('a.title')}, a.id limit ${searchMost}`;
const instanceSql = `
  select i.id, i.title, a.icon as picture, null::int as status, a.id as app_id, a.title as app_title,
         i.id as instance_id, i.title as instance_title, null::uuid as story_group_id, null as story_group_title
    from instance i join app a on a.id = i.app_id
   where a.account_id = $1 and i.account_id = $1 and not i.deleted and not a.deleted and ($2::uuid[] is null or a.id = any($2))
     and ${key('i.title')} like '%' || $3 || '%'
   order by ${key('i.title')} like $3 || '%' desc, ${wordFirst('i.title')} desc, ${key('i.title')}, a.title, i.id limit ${searchMost}`;

type Row = Omit<SearchHit, 'type'>;

/** The text as it stands in a pattern, in small letters. */
const pattern = (q: string): string =>
  q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');

/** Apps, instances, groups and stories whose name holds a text, at most 8 of each: names that begin with it first, then words. */
export const search = async (db: Pick<Db, 'pool'>, mediaUrl: string, wanted: Search): Promise<SearchHit[]> => {
  const part = pattern(wanted.q);
  const ask = async (name: string, text: string, apps: string[] | null): Promise<Row[]> =>
    apps?.length === 0
      ? []
      : (await db.pool.query<Row>({ name: `search-${name}`, text, values: [wanted.account_id, apps, part] })).rows;
  const both = async (name: string, { beginning, inside }: typeof groupFinds): Promise<Row[]> => {
    const first = await ask(`${name}-first`, beginning, wanted.group_apps);
    const enough = first.length >= searchMost || [...part].length < shortestPart;
    return enough ? first : [...first, ...(await ask(name, inside, wanted.group_apps))].slice(0, searchMost);
  };
  const [apps, instances, groups, stories] = await Promise.all([
    ask('apps', appSql, wanted.apps),
    ask('instances', instanceSql, wanted.apps),
    both('groups', groupFinds),
    both('stories', storyFinds),
  ]);
  const hits = (type: SearchHit['type'], rows: Row[]): SearchHit[] =>
    rows.map((row) => ({ type, ...row, picture: row.picture && mediaUrl + mediaPath(row.picture) }));
  return [
    ...hits('app', apps),
    ...hits('instance', instances),
    ...hits('story_group', groups),
    ...hits('story', stories),
  ];
};
