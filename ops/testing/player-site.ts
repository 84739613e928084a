import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpeg from '@ffmpeg-installer/ffmpeg';
import type { Test } from 'tap';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { GroupStatsRow, StoryStatsRow } from '#contracts/stats/stats.ts';
import { toSeconds } from '#contracts/time.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { asTakenUpright, form } from '#services/media/testing.ts';
import { builtPlayer, startPage } from '../../web/player/test-origin.ts';
import { playerRoutes } from '../start/web-routes.ts';
import { drawnPicture } from './dashboard.ts';
import { startHarness, until } from './harness.ts';
import { stablePort } from './running.ts';

/**
 * A story of a scene: a picture of 7 s, a film of 4 s, or one that a phone took lying on its side; its title is its
 * name.
 */
export type ScenePart = string | { film: string } | { turned: string } | { picture: string; outlink: string };

/** An app that is delivered; `titles` names its groups and stories by id. */
export interface PlayerScene {
  app_id: string;
  token: string;
  titles: ReadonlyMap<string, string>;
}

/**
 * What the server knows of one app: the accepted batches, each once, in the order of acceptance, and the figures by
 * title.
 */
export interface KnownByServer {
  batches: TelemetryPayload[];
  /** How often a batch was accepted that had been accepted before. */
  repeats: number;
  groups: Record<string, Record<string, number>>;
  stories: Record<string, Record<string, number>>;
}

type Film = 'film' | 'turned';
const films = {
  film: { name: 'film.webm', size: '90x160', coding: ['-c:v', 'libvpx', '-b:v', '200k'] },
  // Every Chromium plays VP9; phones write H.264 the same way: a lying picture and a display matrix.
  turned: { name: 'film.mp4', size: '160x90', coding: ['-c:v', 'libvpx-vp9', '-b:v', '200k', '-speed', '8'] },
};

/** A film of four seconds; the turned one is recorded lying and shown upright. */
const film = async (kind: Film): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-film-'));
  try {
    const { name, size, coding } = films[kind];
    const file = join(dir, name);
    const source = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=12:duration=4`];
    await promisify(execFile)(ffmpeg.path, [...source, ...coding, file]);
    const content = await readFile(file);
    return kind === 'turned' ? asTakenUpright(content) : content;
  } finally {
    await rm(dir, { recursive: true });
  }
};

const titleOf = (part: ScenePart): string =>
  typeof part === 'string' ? part : 'film' in part ? part.film : 'turned' in part ? part.turned : part.picture;

const figures = new Set<string>([
  ...['reach', 'total_impression', 'total_click', 'total_open', 'total_skipped', 'share_count', 'total_complete'],
  ...['impression', 'click', 'completed', 'nexts', 'prevs', 'closed', 'average_watch_length', 'ctr'],
]);

const filmOf = (part: ScenePart): Film | null =>
  typeof part === 'string' ? null : 'film' in part ? 'film' : 'turned' in part ? 'turned' : null;

/** Figures by the title of their thing, without those that are zero. */
const byTitle = (rows: readonly Pick<GroupStatsRow | StoryStatsRow, 'title' | 'stats'>[]): KnownByServer['groups'] =>
  Object.fromEntries(
    rows.map(({ title, stats }) => [
      title,
      Object.fromEntries(Object.entries(stats).filter(([name, value]) => figures.has(name) && value !== 0)),
    ]),
  );

/**
 * The product on a port of its own with the player, a foreign page that shows it, and an account whose apps it plays.
 */
export const startPlayerSite = async (t: Test) => {
  await builtPlayer();
  const port = await stablePort();
  const h = await startHarness(t, { settings: { PORT: String(port) }, pages: [playerRoutes] });
  const base = await h.server.listen({ port, host: '127.0.0.1' });
  const shop = await startPage(base);
  t.teardown(() => shop.close());
  const person = await h.person();

  const send = (method: string, path: string, body: object) => h.call(person, method, path, body);
  const uploads = new Map<string, Promise<string>>();
  let apps = 0;
  const upload = async (name: string, moving: Film | null): Promise<string> => {
    const content = moving ? await film(moving) : await drawnPicture(name, '#2d4f86', 180, 320);
    const part = { name: 'file', content, filename: name, type: moving ? 'video/webm' : 'image/png' };
    const { body, headers } = form(part);
    const answer = await h.inject('POST', '/api/upload', { as: person, body, headers });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json().data.file;
  };
  const media = (name: string, moving: Film | null): Promise<string> => {
    const held = uploads.get(moving ?? name) ?? upload(name, moving);
    uploads.set(moving ?? name, held);
    return held;
  };

  const addStory = async (story_group_id: string, part: ScenePart): Promise<void> => {
    const moving = filmOf(part);
    const link = typeof part === 'object' && 'outlink' in part ? { outlink: part.outlink, button_text: 'Shop' } : {};
    const fields = { story_group_id, title: titleOf(part), type: moving ? 2 : 1, ...link };
    await send('POST', '/story', { ...fields, media: await media(titleOf(part), moving) });
  };

  /** Makes an app with groups of stories in this order, by title, and waits until it is delivered. */
  const plant = async (groups: Record<string, ScenePart[]>): Promise<PlayerScene> => {
    apps += 1;
    const app = await send('POST', '/app', { store_id: `com.shop.a${apps}`, store_type: 'ios', is_live: false });
    const ts_start = toSeconds(h.kernel.now());
    // Whoever comes last is the first in the bar.
    for (const [title, parts] of Object.entries(groups).reverse()) {
      const fields = { app_id: app.id, title, icon: await media('cover', null), ts_start };
      const { story_group_id } = await send('POST', '/n/story_group', fields);
      for (const part of parts) await addStory(story_group_id, part);
    }
    const wanted = Object.values(groups).flat().map(titleOf).join();
    const titles = new Map<string, string>();
    await until(async () => {
      const answer = await h.inject('GET', `/sdk/v1/${app.token}/stories`);
      if (answer.statusCode !== 200) return false;
      const delivered = (answer.json() as SdkStories).data.groups;
      for (const one of [...delivered, ...delivered.flatMap((group) => group.stories)]) titles.set(one.id, one.title);
      return delivered.flatMap(({ stories }) => stories.map(({ title }) => title)).join() === wanted;
    }, 'the stories');
    return { app_id: app.id, token: app.token, titles };
  };

  const readBatches = async (app_id: string): Promise<Pick<KnownByServer, 'batches' | 'repeats'>> => {
    const { rows } = await h.kernel.analytics.pool.query<{ batch_id: string; payload: string }>(
      'select batch_id, payload from telemetry_batch order by transaction_id, position',
    );
    const all = rows.map((row) => ({ id: row.batch_id, payload: JSON.parse(row.payload) as TelemetryPayload }));
    const own = all.filter(({ payload }) => payload.app_id === app_id);
    const first = new Map<string, TelemetryPayload>();
    for (const { id, payload } of own) if (!first.has(id)) first.set(id, payload);
    return { batches: [...first.values()], repeats: own.length - first.size };
  };
  const counted = async (): Promise<boolean> => {
    const { rows } = await h.kernel.analytics.pool.query(
      `select from telemetry_batch b
        where not exists (select from telemetry_seen s where (s.instance_id, s.batch_id) = (b.instance_id, b.batch_id))
        limit 1`,
    );
    return rows.length === 0;
  };

  /** What is known of an app once so many different events were accepted and everything accepted was counted. */
  const known = async (app_id: string, events: number): Promise<KnownByServer> => {
    await until(async () => {
      const { batches } = await readBatches(app_id);
      return new Set(batches.flatMap((one) => one.events.map((event) => event.id))).size >= events;
    }, `${events} events`);
    await until(counted, 'the figures');
    const rows = async (path: string) =>
      (await h.inject('GET', `/api${path}`, { as: person, query: { app_id } })).json().data;
    return {
      ...(await readBatches(app_id)),
      groups: byTitle(await rows('/story_group/n/stats')),
      stories: byTitle(await rows('/story/stats')),
    };
  };

  return { h, base, shop, plant, known };
};
export type PlayerSite = Awaited<ReturnType<typeof startPlayerSite>>;
