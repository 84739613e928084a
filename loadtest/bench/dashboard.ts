import type { Harness, Person } from '#ops/testing/harness.ts';
import { drawPictures } from '#ops/tools/seed/pictures.ts';
import { seedVolume, type Volume } from '#ops/tools/seed/volume.ts';
import { compareRates, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import {
  alternate,
  type Benchmark,
  inParallel,
  type Measured,
  median,
  perSecond,
  type RunSize,
  scaled,
} from './measure.ts';
import { openRawInserts, startPlainServer } from './peers.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

/** Milliseconds that 95 % of the answers may take. */
const goals = { whole: 150, same: 10, bulk: 2000 };

/** What is asked, by whom, and by which generator. */
export interface AccountUnderTest {
  h: Harness;
  person: Person;
  port: number;
  client: LoadGenerator;
  size: RunSize;
}

/** A figure and whether it is within its goal, as notes of rows say it. */
export const withinGoal = (p95: number, goal: number): string =>
  `p95 ${p95.toPrecision(3)} ms, goal ${goal} ms: ${p95 <= goal ? 'met' : 'missed'}`;

const requestFor = (path: string, { token }: Person, tag: string | null): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${tag ? `if-none-match: ${tag}\r\n` : ''}\r\n`;

/** An answer of ours, and a plain server that has it ready. */
const answerAndPeer = async ({ h, person }: AccountUnderTest, path: string) => {
  const whole = await h.inject('GET', path, { as: person });
  if (whole.statusCode !== 200) throw new Error(`${path} answered ${whole.statusCode}`);
  const body = whole.rawPayload;
  const etag = (whole.headers.etag as string | undefined) ?? null;
  const heads = { 'content-type': 'application/json', 'content-length': body.length, ...(etag ? { etag } : {}) };
  const peer = await startPlainServer((request, response) => {
    if (etag && request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, heads).end(body);
  });
  return { body, etag, peer };
};

/** A call one after the other, whole and (where there is a tag) unchanged, against the same bytes ready in memory. */
export const readingRows = async (
  account: AccountUnderTest,
  name: string,
  path: string,
  tagged: boolean,
): Promise<Measured[]> => {
  const { person, port, client, size } = account;
  const { body, etag, peer } = await answerAndPeer(account, path);
  const measured: Measured[] = [];
  try {
    for (const status of tagged ? [200, 304] : [200]) {
      const request = requestFor(path, person, status === 304 ? etag : null);
      const count = scaled(100, size, 20);
      const load = { kind: 'repeat', request, count } as const;
      const job = { connections: 1, status, load };
      const { row, p95 } = await compareRates(
        client,
        { path: `GET ${name}${status === 304 ? ', 304' : ''}`, peer: 'node:http with the same bytes' },
        size,
        { ...job, port },
        { ...job, port: peer.port },
      );
      const words = withinGoal(p95, status === 304 ? goals.same : goals.whole);
      measured.push({ ...row, note: `${status === 200 ? `${body.length} bytes; ` : ''}${words}` });
    }
  } finally {
    await peer.stop();
  }
  return measured;
};

/** The list of apps with groups, read after each change of a group. */
const readingAfterChanges = async (account: AccountUnderTest, path: string, group: string): Promise<Measured> => {
  const { h, person, port, client, size } = account;
  const { peer } = await answerAndPeer(account, path);
  const load = { kind: 'repeat', request: requestFor(path, person, null), count: 1 } as const;
  const count = scaled(40, size, 10);
  const ours: number[] = [];
  let title = 0;
  const turns = async (at: number, between: () => Promise<unknown>): Promise<number> => {
    let seconds = 0;
    for (let turn = 0; turn < count; turn += 1) {
      await between();
      seconds += 1 / (await client.run({ port: at, connections: 1, status: 200, load }));
    }
    return count / seconds;
  };
  const change = async () => {
    title += 1;
    const body = { story_group_id: group, title: `Changed ${title}` };
    const { statusCode } = await h.inject('PATCH', '/api/n/story_group', { as: person, body });
    if (statusCode !== 200) throw new Error(`the group was not changed: ${statusCode}`);
  };
  try {
    const line = await alternate(
      {
        path: 'GET /app/n/list with_story_groups, each after a change of a group',
        peer: 'node:http with the same bytes',
        unit: 'answers/s',
        goal: null,
        floor: null,
      },
      size,
      async () => {
        client.p95s();
        const rate = await turns(port, change);
        ours.push(client.p95s().sort((a, b) => a - b)[Math.ceil(count * 0.95) - 1]!);
        return rate;
      },
      () => turns(peer.port, async () => {}),
    );
    return { ...line, note: withinGoal(median(ours), goals.whole) };
  } finally {
    await peer.stop();
  }
};

/** The groups that a bulk act can turn off and on again; checks that the list holds all that was seeded. */
const activeGroups = async ({ h, person }: AccountUnderTest, list: string, volume: Volume): Promise<string[]> => {
  const { data } = (await h.inject('GET', list, { as: person })).json() as {
    data: { instances: { story_groups: { id: string; status: number }[] }[] }[];
  };
  const groups = data.flatMap((app) => app.instances.flatMap((instance) => instance.story_groups));
  if (groups.length !== volume.apps * volume.instances * volume.groups)
    throw new Error(`the list holds ${groups.length} groups`);
  return groups.filter(({ status }) => status === 1).map(({ id }) => id);
};

/** One PATCH /story_group/multiple of many groups, against as many durable inserts of a row. */
const bulkStatus = async ({ h, person, size }: AccountUnderTest, ids: readonly string[]): Promise<Measured> => {
  const lanes = 8;
  const raw = await openRawInserts(h.ownerUrl, lanes);
  const took: number[] = [];
  let status = 1;
  try {
    const line = await alternate(
      {
        path: `PATCH /story_group/multiple, the status of ${ids.length} groups`,
        peer: `durable one-row inserts by pg, ${lanes} connections`,
        unit: 'changes/s',
        goal: null,
        floor: null,
      },
      size,
      async () => {
        status = 3 - status;
        const body = { story_groups: ids.map((id) => ({ id, status })) };
        const start = performance.now();
        const answer = await h.inject('PATCH', '/api/story_group/multiple', { as: person, body });
        const ms = performance.now() - start;
        if (answer.json().data?.changed?.length !== ids.length)
          throw new Error(`not all changed: ${answer.body.slice(-300)}`);
        took.push(ms);
        return ids.length / (ms / 1000);
      },
      () => perSecond(ids.length, () => inParallel(lanes, ids.length, raw.insert)),
    );
    const worst = Math.max(...took.slice(-size.rounds));
    const verdict = worst <= goals.bulk ? 'met' : 'missed';
    return { ...line, note: `at most ${Math.round(worst)} ms, goal ${goals.bulk} ms: ${verdict}` };
  } finally {
    await raw.stop();
  }
};

/**
 * What the dashboard of a large account asks for: 100 apps, 1,000 instances, 10,000 groups, 200,000 stories, made by
 * real events (a smaller run: fewer apps). One caller, one call after the other.
 */
export const dashboardBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const person = await h.person();
    const volume = { apps: scaled(100, size, 1), instances: 10, groups: 10, stories: scaled(20, size, 4) };
    const ground = { ...person, ...(await drawPictures(h.kernel, person.account_id)) };
    const seeded = await seedVolume(h.kernel, ground, volume);
    await h.kernel.db.pool.query('analyze');
    const client = startLoadGenerator();
    const account: AccountUnderTest = { h, person, port: await listenOnFreePort(h), client, size };
    const { app_id, id: instance_id, groups } = seeded.instances[0]!;
    const list = '/api/app/n/list?limit=10000&with_story_groups=True';
    const ofGroup = `story_group_id=${groups[0]}`;
    try {
      return [
        ...(await readingRows(account, '/app/n/list with_story_groups', list, true)),
        await readingAfterChanges(account, list, groups[0]!),
        ...(await readingRows(
          account,
          '/n/story_group of an instance',
          `/api/n/story_group?app_id=${app_id}&instance_id=${instance_id}&limit=1000`,
          true,
        )),
        ...(await readingRows(account, '/n/story_group, 1,000 of all', '/api/n/story_group?limit=1000', true)),
        ...(await readingRows(account, '/story_group/detail', `/api/story_group/detail?${ofGroup}`, false)),
        ...(await readingRows(account, '/story', `/api/story?${ofGroup}`, true)),
        await bulkStatus(account, (await activeGroups(account, list, volume)).slice(0, 500)),
      ];
    } finally {
      await client.stop();
    }
  });
