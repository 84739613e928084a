import type { StoredMedia } from '#contracts/api/media.ts';
import { openDb } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Person } from '#ops/testing/people.ts';
import { seedVolume, type Volume } from '#ops/tools/seed/volume.ts';
import {
  activePrecision,
  addViewer,
  countEncoded,
  emptySketch,
  encodeSketch,
  reachPrecision,
} from '#projections/analytics/rollups/sketch.ts';
import { counterColumns } from '#projections/analytics/tables.ts';
import { inParallel } from '../bench/measure.ts';
import { type SeededApp, seedApp } from '../bench/seed.ts';
import { aggregateEvents, compactRollups, type OwnedApp } from '../bench/seed-events.ts';

/** How many apps each of ten accounts has, and how much there is to ask for in each of these. */
export interface SeedVolume {
  apps: number;
  groups: number;
  stories: number;
}

/** Somebody and the apps of their account; the first one has figures. */
export interface SeededAccount {
  person: Person;
  apps: SeededApp[];
}

const accounts = 10;
const days = 60;
const kinds = 16;

const sketches = (precision: number, viewers: number): Buffer[] =>
  Array.from({ length: kinds }, () => {
    const sketch = emptySketch(precision);
    for (let count = 0; count < viewers; count += 1) addViewer(sketch, Math.floor(Math.random() * 2 ** 48));
    return encodeSketch(sketch);
  });

const seedFigures = async ({ analytics }: Pick<Kernel, 'analytics'>, apps: readonly SeededApp[]): Promise<void> => {
  const subjects = apps.flatMap(({ app_id, instance_id, groups }) => [
    { app_id, scope: 'app', id: app_id },
    { app_id, scope: 'instance', id: instance_id },
    ...groups.map(({ group_id }) => ({ app_id, scope: 'group', id: group_id })),
    ...groups.flatMap(({ stories }) => stories.map((id) => ({ app_id, scope: 'story', id }))),
  ]);
  const given = (list: typeof subjects) => [
    list.map((one) => one.app_id),
    list.map((one) => one.scope),
    list.map((one) => one.id),
  ];
  const from = `from unnest($1::uuid[], $2::text[], $3::uuid[]) as subject (app_id, scope, id)
                cross join generate_series(0, ${days - 1}) as ago`;
  const day = `(now() at time zone 'utc')::date - ago`;
  await analytics.pool.query(
    `insert into daily_count (app_id, scope, subject_id, day, lane, ${counterColumns.join(', ')})
     select app_id, scope, id, ${day}, 0, ${counterColumns.map((_, place) => `100 + ago * ${place + 3}`).join(', ')} ${from}`,
    given(subjects),
  );
  const viewers = async (scope: string, list: typeof subjects, encoded: Buffer[]) =>
    analytics.pool.query(
      `insert into daily_viewers (app_id, scope, subject_id, day, lane, viewers, sketch)
       select app_id, scope, id, ${day}, 0, ($5::int[])[kind], ($4::bytea[])[kind]
         ${from} cross join lateral (select 1 + (hashtext(id::text || ago) & ${kinds - 1}) as kind) as chosen`,
      [...given(list.map((one) => ({ ...one, scope }))), encoded, encoded.map(countEncoded)],
    );
  const of = (scope: string) => subjects.filter((one) => one.scope === scope);
  await viewers('app', of('app'), sketches(reachPrecision, 20_000));
  await viewers('active', of('app'), sketches(activePrecision, 20_000));
  await viewers('instance', of('instance'), sketches(reachPrecision, 20_000));
  await viewers('group', of('group'), sketches(reachPrecision, 2000));
  await viewers('story', of('story'), sketches(reachPrecision, 150));
};

/** Makes ten accounts of so many apps, and figures of sixty days for the first app of each. */
export const seedLoad = async (
  kernel: Kernel,
  makePerson: () => Promise<Person>,
  { apps: appsEach, groups, stories }: SeedVolume,
): Promise<SeededAccount[]> => {
  const seeded: SeededAccount[] = [];
  for (let index = 0; index < accounts; index += 1) seeded.push({ person: await makePerson(), apps: [] });
  await inParallel(8, accounts * appsEach, async (_, index) => {
    const { person, apps } = seeded[index % accounts]!;
    apps.push(await seedApp({ kernel }, person, groups, stories));
  });
  await seedFigures(
    kernel,
    seeded.map(({ apps }) => apps[0]!),
  );
  return seeded;
};

/** The instances of a large account that a scenario opens; each token is made when it is handed out. */
export interface SeededDesks {
  person: Person;
  desks: { app_id: string; instance_id: string; groups: string[] }[];
}

const desksMost = 200;
const picture: StoredMedia = {
  key: `${'0'.repeat(64)}.png`,
  mime_type: 'image/png',
  width: 540,
  height: 960,
  duration_ms: null,
  bytes: 20_000,
  thumbnail: null,
};

/** Makes one more account of that volume. */
export const seedDesks = async (
  kernel: Kernel,
  makePerson: () => Promise<Person>,
  volume: Volume,
): Promise<SeededDesks> => {
  const person = await makePerson();
  const { account_id, user_id } = person;
  const { instances } = await seedVolume(
    kernel,
    { account_id, user_id, cover: picture.key, pictures: [picture] },
    volume,
  );
  await kernel.db.pool.query('analyze');
  const desks = instances.slice(0, desksMost).map(({ app_id, id, groups }) => ({ app_id, instance_id: id, groups }));
  return { person, desks };
};

/**
 * How much an app has whose figures are asked for: groups with ten stories each, and events in the last thirty days.
 */
export interface CountedVolume {
  groups: number;
  events: number;
}

/** Makes somebody with an app that has so many events, all of them in the figures. */
export const seedCountedApp = async (
  kernel: Kernel,
  url: string,
  makePerson: () => Promise<Person>,
  { groups, events }: CountedVolume,
): Promise<OwnedApp> => {
  const person = await makePerson();
  const owned = { person, app: await seedApp({ kernel }, person, groups, 10) };
  // Beside the pool, whose statements may not last as long as the planner's looking anew.
  const db = openDb(url, { max: 1 });
  const client = await db.pool.connect();
  try {
    await aggregateEvents(client, kernel.log, owned, events);
    await compactRollups(client);
  } finally {
    client.release();
    await db.pool.end();
  }
  return owned;
};
