import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import { together } from '#kernel/db/transaction.ts';
import { bigints, dates, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';

const dayMs = 86_400_000;
/** A version is whatever its sender says: more than so many of an instance and a day are counted together. */
const maxVersions = 200;
/** Instances and days whose versions a process remembers, at most. */
const maxRemembered = 2000;

/** What is counted of a group by version, in the order of the sums. */
export const versionColumns = ['opens', 'impressions', 'clicks', 'completes', 'leaves', 'watch_ms'] as const;
const countIndexes: Partial<Record<SdkEventType, number>> = {
  group_opened: 0,
  story_impression: 1,
  story_clicked: 2,
  group_completed: 3,
  story_left: 4,
};
const watchIndex = 5;

type Kind = 'app' | 'sdk';

/** The groups of an instance on a day that a pair of versions sent something of, by group. */
interface VersionPair {
  app: string;
  sdk: string;
  groups: Map<string, number[]>;
}
interface InstanceDay {
  app_id: string;
  instance_id: string;
  /** Since 1970. */
  day: number;
  /** By both versions, in the order in which they came first. */
  pairs: Map<string, VersionPair>;
}
interface VersionRow {
  key: string;
  app_id: string;
  group_id: string;
  day: number;
  kind: Kind;
  other: boolean;
  version: string;
  values: number[];
}
interface NamedVersion {
  instance_id: string;
  day: number;
  kind: Kind;
  version: string;
}

const keyOfDay = ({ instance_id, day }: Pick<NamedVersion, 'instance_id' | 'day'>, kind: Kind): string =>
  `${instance_id} ${day} ${kind}`;
const kinds = ['app', 'sdk'] as const;

const readNamed = async (on: pg.ClientBase, days: readonly InstanceDay[]): Promise<NamedVersion[]> => {
  const { rows } = await on.query<NamedVersion>({
    name: 'versions-of-days',
    text: `select instance_id, day - '1970-01-01' as day, kind, version from version_day
            where (instance_id, day) in (select * from unnest($1::uuid[], $2::date[]))`,
    values: [uuids(days.map((own) => own.instance_id)), dates(days.map((own) => own.day))],
  });
  return rows;
};

const writeNamed = (on: pg.ClientBase, named: readonly NamedVersion[]): Promise<unknown> =>
  on.query({
    name: 'add-versions-of-days',
    text: `insert into version_day (instance_id, day, kind, version)
           select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[]) on conflict do nothing`,
    values: [
      uuids(named.map((one) => one.instance_id)),
      dates(named.map((one) => one.day)),
      named.map((one) => one.kind),
      named.map((one) => one.version),
    ],
  });

const writeRows = (on: pg.ClientBase, rows: readonly VersionRow[]): Promise<unknown> =>
  on.query({
    name: 'add-versions',
    text: `insert into daily_version as held (app_id, group_id, day, kind, other, version, ${versionColumns.join(', ')})
           select * from unnest($1::uuid[], $2::uuid[], $3::date[], $4::text[], $5::boolean[], $6::text[],
                                ${versionColumns.map((_, index) => `$${index + 7}::bigint[]`).join(', ')})
           on conflict (app_id, group_id, day, kind, other, version)
           do update set ${versionColumns.map((name) => `${name} = held.${name} + excluded.${name}`).join(', ')}`,
    values: [
      uuids(rows.map((row) => row.app_id)),
      uuids(rows.map((row) => row.group_id)),
      dates(rows.map((row) => row.day)),
      rows.map((row) => row.kind),
      rows.map((row) => row.other),
      rows.map((row) => row.version),
      ...versionColumns.map((_, index) => bigints(rows.map((row) => row.values[index]!))),
    ],
  });

const rowsOf = (days: Iterable<InstanceDay>, isNamed: (own: InstanceDay, kind: Kind, version: string) => boolean) => {
  const rows = new Map<string, VersionRow>();
  for (const own of days)
    for (const pair of own.pairs.values())
      for (const kind of kinds) {
        const other = !isNamed(own, kind, pair[kind]);
        const version = other ? '' : pair[kind];
        for (const [group_id, values] of pair.groups) {
          const key = `${own.app_id} ${group_id} ${own.day} ${kind} ${other} ${version}`;
          const held = rows.get(key);
          const sum = values.map((value, index) => value + (held?.values[index] ?? 0));
          rows.set(key, { key, app_id: own.app_id, group_id, day: own.day, kind, other, version, values: sum });
        }
      }
  return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
};

/**
 * Creates counters of what groups got from each version of their app and of the SDK. The first 200 versions of an
 * instance and a day, in the order of its lane, are counted by themselves; a process remembers those that are written.
 */
export const versionCounters = (): (() => Counter) => {
  const written = new LRUCache<string, Set<string>>({ max: maxRemembered });
  return () => {
    const days = new Map<string, InstanceDay>();
    const named = new Map<string, Set<string>>();
    const fresh: NamedVersion[] = [];

    const pairOf = (instance_id: string, app_id: string, day: number, app: string, sdk: string): VersionPair => {
      const key = `${instance_id} ${day} ${app_id}`;
      const own = days.get(key) ?? { app_id, instance_id, day, pairs: new Map() };
      days.set(key, own);
      const both = JSON.stringify([app, sdk]);
      const pair = own.pairs.get(both) ?? { app, sdk, groups: new Map() };
      own.pairs.set(both, pair);
      return pair;
    };

    return {
      add({ row, payload: { app_id, app_version, sdk_version, events } }) {
        let day = Number.NaN;
        let pair: VersionPair | null = null;
        for (const { type, at, group_id, watch_ms = 0 } of events) {
          const index = countIndexes[type];
          if (index === undefined || group_id === undefined) continue;
          const own = Math.floor(at / dayMs);
          if (!pair || own !== day) {
            day = own;
            pair = pairOf(row.instance_id, app_id, day, app_version ?? '', sdk_version);
          }
          let values = pair.groups.get(group_id);
          if (!values) {
            values = versionColumns.map(() => 0);
            pair.groups.set(group_id, values);
          }
          values[index]! += 1;
          if (type === 'story_left') values[watchIndex]! += watch_ms;
        }
      },
      async read(on) {
        const unknown = [...days.values()].filter((own) =>
          kinds.some((kind) => {
            const known = written.get(keyOfDay(own, kind));
            const full = known !== undefined && known.size >= maxVersions;
            return !full && [...own.pairs.values()].some((pair) => !known?.has(pair[kind]));
          }),
        );
        const held = unknown.length === 0 ? [] : await readNamed(on, unknown);
        for (const own of days.values())
          for (const kind of kinds) {
            const key = keyOfDay(own, kind);
            named.set(key, named.get(key) ?? new Set(written.get(key)));
          }
        for (const one of held) named.get(keyOfDay(one, one.kind))?.add(one.version);
        for (const own of days.values())
          for (const pair of own.pairs.values())
            for (const kind of kinds) {
              const names = named.get(keyOfDay(own, kind))!;
              const version = pair[kind];
              if (names.has(version) || names.size >= maxVersions) continue;
              names.add(version);
              fresh.push({ instance_id: own.instance_id, day: own.day, kind, version });
            }
      },
      async write(on) {
        const rows = rowsOf(days.values(), (own, kind, version) => named.get(keyOfDay(own, kind))!.has(version));
        if (rows.length === 0) return;
        await together([fresh.length > 0 ? writeNamed(on, fresh) : Promise.resolve(), writeRows(on, rows)]);
      },
      committed() {
        for (const [key, names] of named) written.set(key, names);
      },
    };
  };
};
