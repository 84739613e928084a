import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { initialAppSettings } from '#contracts/app/state.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { buildDocument, type GroupDoc, revisionOf } from '#projections/delivery/document.ts';
import type { ServerProcess } from '../faults/processes.ts';
import { withSdkProcesses } from './extra-processes.ts';
import { type Benchmark, inParallel, type Measured, type RunSize, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

const groupsEach = 3;
const storiesEach = 4;
const mostMb = 300;
const askers = 16;
const fileKey = (extension: string) => `${randomBytes(32).toString('hex')}.${extension}`;

const seededGroup = (title: string): GroupDoc => ({
  id: uuidv7(),
  title,
  icon: fileKey('png'),
  dark_icon: null,
  type: 'manual',
  status: 1,
  is_unpublished: false,
  ts_start: 1_700_000_000,
  ts_end: null,
  segments: [],
  min_version: null,
  max_version: null,
  description: 'What is new along the coast this week',
  cta_macro: null,
  stories: Array.from({ length: storiesEach }, (_, place) => ({
    id: uuidv7(),
    title: `Morning ${place + 1}`,
    type: 1,
    active: true,
    media: fileKey('png'),
    thumbnail: null,
    mime_type: 'image/png',
    button_text: 'See more',
    outlink: 'https://example.test/more',
    deep_link: '',
    sort_order: place,
    duration_ms: null,
    ts_start: null,
    ts_end: null,
  })),
});

/** Puts documents straight where the projection keeps them; answers their tokens. */
const seedDocuments = async (h: Harness, count: number): Promise<string[]> => {
  const tokens: string[] = [];
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, () => {
      const groups = Array.from({ length: groupsEach }, (_, place) => seededGroup(`Harbour ${place + 1}`));
      const order = { pinned: [], unpinned: groups.map((group) => group.id) };
      const docs = new Map(groups.map((group) => [group.id, group]));
      const document = JSON.stringify(buildDocument({ title: 'Fjord', ...initialAppSettings }, [], order, docs));
      return { id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}`, document, revision: revisionOf(document) };
    });
    await h.kernel.db.pool.query(
      `insert into delivery_instance (instance_id, token, app_id, account_id, app_title, app_settings, pinned, unpinned, document, revision)
       select id, token, id, id, 'Fjord', '{}', '{}', '{}', document, revision
         from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[]) as t (id, token, document, revision)`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.token),
        rows.map((row) => row.document),
        rows.map((row) => row.revision),
      ],
    );
    tokens.push(...rows.map((row) => row.token));
  }
  return tokens;
};

const askAll = (address: string, tokens: readonly string[]): Promise<void> =>
  inParallel(askers, tokens.length, async (_, index) => {
    const answer = await fetch(`${address}/sdk/v1/${tokens[index]}/stories`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    const { data } = (await answer.json()) as { data: { groups: { stories: unknown[] }[] } };
    if (data.groups.length !== groupsEach || data.groups.some((group) => group.stories.length !== storiesEach))
      throw new Error('an instance does not deliver what was seeded');
  });

const figuresOf = async (address: string) => {
  const text = await (await fetch(`${address}/metrics`)).text();
  const read = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0);
  return {
    hits: read(/^storyrail_delivery_total\{outcome="hit"\} (\d+)/m),
    megabytes: read(/^process_resident_memory_bytes (\S+)/m) / 2 ** 20,
  };
};

/**
 * Asks for everything often enough for what is left over of the first time to be gone; answers the most memory seen.
 */
const measureWarm = async (address: string, tokens: readonly string[], rounds: number): Promise<number[]> => {
  const seen: number[] = [];
  await askAll(address, tokens);
  for (let round = 0; round < rounds; round += 1) {
    const before = await figuresOf(address);
    await askAll(address, tokens);
    const after = await figuresOf(address);
    if (after.hits - before.hits !== tokens.length)
      throw new Error(`${after.hits - before.hits} of ${tokens.length} instances were warm`);
    seen.push(after.megabytes);
  }
  return seen;
};

const measure = async (h: Harness, served: ServerProcess, size: RunSize): Promise<Measured[]> => {
  const count = scaled(10_000, size);
  const tokens = await seedDocuments(h, count);
  const { megabytes: idle } = await figuresOf(served.address);
  const seen = await measureWarm(served.address, tokens, size.rounds);
  const most = Math.max(...seen);
  const ratios = seen.map((one) => mostMb / one);
  return [
    {
      path: `memory of a delivering process, ${count.toLocaleString('en-US')} instances of ${groupsEach} groups × ${storiesEach} stories warm`,
      peer: 'the limit',
      unit: 'MB resident',
      ours: most,
      theirs: mostMb,
      ratio: mostMb / most,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      goal: 1,
      floor: null,
      note: `${Math.round(idle)} MB before the first request`,
    },
  ];
};

/**
 * What a process that only delivers takes of memory with every instance's answer lying ready, gzip, default settings.
 */
export const memoryBenchmark: Benchmark = (size) =>
  withProduct(
    async (h) => {
      await h.caughtUp();
      return withSdkProcesses(h, 1, ([served]) => measure(h, served!, size));
    },
    { parts: true },
  );
