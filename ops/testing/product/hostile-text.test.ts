import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { openSiteReader } from '#kernel/outbound/site-reader.ts';
import { openStoreLookup } from '#kernel/outbound/stores/lookup.ts';
import { makeViewerList } from '#services/media/viewer-list.ts';
import { startHarness } from '../harness.ts';
import { seedScene } from '../scene.ts';
import { type TextInput, textInputs, withValue } from '../text-fields.ts';

/** Texts of about `bytes` bytes that cost careless rules the square of their length, or more. */
const shapes: Record<string, (bytes: number) => string> = {
  'unordered marks': (bytes) => {
    const half = Math.floor((bytes - 1) / 4);
    return `a${'\u0315'.repeat(half)}${'\u0300'.repeat(half)}`;
  },
  'a long word and a blank': (bytes) => `${'a'.repeat(bytes - 1)} `,
  'nested brackets': (bytes) => '['.repeat(Math.floor(bytes / 2)) + ']'.repeat(Math.floor(bytes / 2)),
  'an endless address': (bytes) => `x@${'a.'.repeat(Math.floor((bytes - 3) / 2))}!`,
  'a broken link': (bytes) => `http://${'a'.repeat(bytes - 8)} `,
};
const harmless = (bytes: number): string => 'harmless words, '.repeat(Math.ceil(bytes / 16)).slice(0, bytes);

/** A text, and what it is in JSON. */
interface Sent {
  text: string;
  json: Buffer;
}
const made = new Map<string, Sent>();
/** The text of a shape in this size, which is made once for all places. */
const textOf = (shape: string, bytes: number): Sent => {
  const key = `${shape} ${bytes}`;
  const make = () => {
    const text = (shapes[shape] ?? harmless)(bytes);
    return { text, json: Buffer.from(JSON.stringify(text)) };
  };
  const sent = made.get(key) ?? make();
  made.set(key, sent);
  return sent;
};
/** Stands in a body for the text that is put in. */
const placeholder = '0190a000-text-here';

/** What the headers and the address of a request may take together is 16 KiB; some of it is needed for the rest. */
const lineBytes = 15_000;
const allowedMs = 20;
/**
 * Every shape goes to every place in this size, in which the square of its length takes a second. As large as the limit
 * lets it be, it goes to the first place that a rule reads, and one shape, in turn, to each of the others.
 */
const firstBytes = 16 * 1024;
const mostFailures = 5;
/** A pair that looks bad is measured so many times at most: a machine that others use slows one side alone for seconds. */
const mostTurns = 10;

/**
 * Takes the time, in ms, that passes for this process: others crowd the machine, so that a moment counts with no more
 * than what was worked in it, on all threads of this process.
 */
const startClock = (): (() => number) => {
  const from = performance.now();
  const before = process.cpuUsage();
  return () => Math.min(performance.now() - from, workedSince(before));
};
const workedSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
/** To ask for what was worked costs more than most turns take, and a turn of less than this matters to nobody. */
const noticedMs = 5;
/** From when on work may count that was done before a turn: never so much that a turn looks longer than it was. */
const staleMs = 20;

/** Runs something and answers the longest pause of the event loop meanwhile, in ms, as the clock above would have it. */
const longestPause = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let before = process.cpuUsage();
  let asked = performance.now();
  let from = asked;
  const look = () => {
    const now = performance.now();
    const passed = now - from;
    const isNoticed = passed >= noticedMs;
    if (passed > longest) longest = isNoticed ? Math.max(longest, Math.min(passed, workedSince(before))) : passed;
    if (isNoticed || now - asked >= staleMs) {
      before = process.cpuUsage();
      asked = now;
    }
    from = performance.now();
  };
  let timer = setTimeout(function mark() {
    look();
    timer = setTimeout(mark, 1);
  }, 1);
  await work();
  look();
  clearTimeout(timer);
  return longest;
};

const inLines = (text: string, length: number): string =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length)).join(
    '\n',
  );

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * 0.99) - 1)] ?? 0;

t.test('no text that a limit lets through stops the process longer than as many harmless bytes', async (t) => {
  const h = await startHarness(t, { parts: false });
  const owner = await h.person();
  const staff = await h.person({ staff: true });
  const { token } = await seedScene(h, owner);
  h.kernel.stores = { byId: async () => null, byName: async () => [] };
  h.kernel.sites = { read: async () => null };
  const stories = `/sdk/v1/${token}/stories`;

  const delivered: Record<'hostile' | 'harmless', number[]> = { hostile: [], harmless: [] };
  const deliver = async (beside: 'hostile' | 'harmless'): Promise<void> => {
    const since = startClock();
    await h.server.inject({ method: 'GET', url: stories });
    delivered[beside].push(since());
  };
  const failures: string[] = [];
  const evidence: string[] = [];
  let pairs = 0;
  let worst = 0;

  const pauseOf = (kind: 'hostile' | 'harmless', send: (kind: 'hostile' | 'harmless') => Promise<unknown>) =>
    longestPause(() => Promise.all([send(kind), deliver(kind)]));
  /**
   * Compares a hostile text with as many harmless bytes, whose pause is `known`. A pair that looks bad is measured
   * again in turn, since others use this machine, and every figure of it is kept.
   */
  const compare = async (
    name: string,
    bytes: number,
    known: number,
    send: (kind: 'hostile' | 'harmless') => Promise<unknown>,
  ) => {
    const times = { hostile: [await pauseOf('hostile', send)], harmless: [known] };
    const isBad = () => Math.min(...times.hostile) > 2 * Math.min(...times.harmless) + allowedMs;
    while (isBad() && times.hostile.length < mostTurns && times.hostile.at(-1)! < 2000)
      for (const kind of ['harmless', 'hostile'] as const) times[kind].push(await pauseOf(kind, send));
    pairs += 1;
    worst = Math.max(worst, Math.min(...times.hostile));
    if (times.hostile.length === 1 && !isBad()) return;
    const list = (all: number[]) => all.map((one) => one.toFixed(0)).join(', ');
    const told = `${name}, ${bytes} bytes: hostile ${list(times.hostile)} ms, harmless ${list(times.harmless)} ms`;
    (isBad() ? failures : evidence).push(told);
  };

  const now = Date.now();
  const id = '0190a000-0000-7000-8000-00000000000e';
  const event = { id, type: 'bar_impression', at: now };
  const batch = { batch_id: id, sent_at: now, platform: 'web', sdk_version: '1', consent: false, events: [event] };

  const requestWith = (field: TextInput, { text, json }: Sent) => {
    const { method, place, path } = field;
    const inUrl = (value: string) => encodeURIComponent(value).slice(0, lineBytes).replace(/%.?$/, '');
    const params = field.url.replace(/:\w+/g, (name) =>
      place === 'path' && name === `:${path[0]}` ? inUrl(text) : name,
    );
    const url = params.replace(':instance_token', token).replaceAll(/:\w+/g, id);
    const base = field.caller === 'sdk' ? batch : undefined;
    const body = JSON.stringify(place === 'body' ? withValue(base, path, placeholder) : (base ?? {}));
    const [head = '', tail] = body.split(JSON.stringify(placeholder));
    const payload = tail === undefined ? body : Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
    const inHead = () => Buffer.from(text).subarray(0, lineBytes).toString('latin1');
    const authorization = `Bearer ${(field.url.startsWith('/api/admin/') ? staff : owner).token}`;
    return {
      method: method as 'POST',
      url: place === 'query' ? `${url}?${path[0]}=${inUrl(text)}` : url,
      headers: {
        'content-type': 'application/json',
        ...(field.caller === 'sdk' || field.caller === 'anyone' ? {} : { authorization }),
        ...(place === 'head' ? { [path[0]!]: inHead() } : {}),
      },
      ...(method === 'GET' ? {} : { payload }),
    };
  };

  const limitOf = ({ place, caller, path, bodyLimit }: TextInput): number => {
    if (place !== 'body') return lineBytes;
    const around = path.join('":{["').length + (caller === 'sdk' ? JSON.stringify(batch).length : 0) + 40;
    // In whole steps, so that many places take the same text.
    return Math.floor((bodyLimit - around) / 256) * 256;
  };

  const { fields, undocumented } = textInputs(h.server);
  t.same(undocumented, [], 'every route says what it takes');
  t.ok(fields.length > 200, `${fields.length} places for a text`);
  const unseen: string[] = [];
  const rules = new Set<string>();
  /** The pauses of harmless texts, by the route that they were sent to and their size. */
  const known = new Map<string, number>();
  for (const [turn, field] of fields.entries()) {
    const bytes = limitOf(field);
    const place = `${field.method} ${field.url} ${field.place} ${field.path.join('.')}`;
    const sender = (size: number, shape: string) => async (kind: 'hostile' | 'harmless') => {
      const { statusCode } = await h.server.inject(requestWith(field, textOf(kind === 'hostile' ? shape : kind, size)));
      const isShut = statusCode === 413 || statusCode === 403 || statusCode >= 500;
      if (isShut && field.place === 'body') unseen.push(`${place} ${kind}: ${statusCode}`);
    };
    const knownAt = async (size: number) => {
      const key = `${field.method} ${field.url} ${size}`;
      const pause = known.get(key) ?? (await pauseOf('harmless', sender(size, 'harmless')));
      known.set(key, pause);
      return pause;
    };
    const isNew = !rules.has(field.rule);
    rules.add(field.rule);
    for (const [at, shape] of Object.keys(shapes).entries()) {
      if (failures.length >= mostFailures) break;
      if (bytes > firstBytes) {
        const before = failures.length;
        await compare(`${place}: ${shape}`, firstBytes, await knownAt(firstBytes), sender(firstBytes, shape));
        if (failures.length > before || !(isNew || at === turn % Object.keys(shapes).length)) continue;
      }
      await compare(`${place}: ${shape}`, bytes, await knownAt(bytes), sender(bytes, shape));
    }
  }
  t.comment(`${fields.length} places, ${rules.size} rules`);
  t.same(unseen.slice(0, 10), [], 'each text of a body reached its rules');

  await t.test('what is read from elsewhere', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    t.teardown(() => rm(folder, { recursive: true }));
    let files = 0;
    const path = () => join(folder, `${++files}`);
    const client = (body: string, type: string) => ({
      get: async (url: string) => ({ status: 200, url, headers: { 'content-type': type }, body: Buffer.from(body) }),
    });
    const site = (page: string) => openSiteReader(client(page, 'text/html')).read('https://a.test/');
    const stores = (body: string, type: string) =>
      openStoreLookup({ apple: 'https://a.test', google: 'https://b.test' }, () => client(body, type));
    const play = (name: string) =>
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'SoftwareApplication', name })}</script>`;
    const apple = (trackName: string) => JSON.stringify({ resultCount: 1, results: [{ trackId: 5, trackName }] });
    const readers: Record<string, [number, (text: string) => Promise<unknown>]> = {
      'title of a site': [250_000, (text) => site(`<title>${text}</title>`)],
      'attribute of a link': [250_000, (text) => site(`<link ${text}>`)],
      'name of a site': [250_000, (text) => site(`<meta property="og:site_name" content="${text}">`)],
      'answer of Apple': [900_000, (text) => stores(apple(text), 'application/json').byId('ios', 'id5')],
      'page of Google Play': [2_900_000, (text) => stores(play(text), 'text/html').byId('android', 'a.b')],
      'cell of a list': [
        1_000_000,
        async (text) => {
          const from = path();
          await writeFile(from, inLines(text, 20_000));
          return makeViewerList(from, path(), () => 1n, new AbortController().signal);
        },
      ],
      'line of a list': [
        1_000_000,
        async (text) => {
          const from = path();
          await writeFile(from, inLines(text, 120));
          return makeViewerList(from, path(), () => 1n, new AbortController().signal);
        },
      ],
    };
    for (const [name, [bytes, read]] of Object.entries(readers)) {
      const sender = (make: (bytes: number) => string) => {
        const texts = { hostile: make(bytes), harmless: harmless(bytes) };
        return (kind: 'hostile' | 'harmless') => read(texts[kind]).catch(() => null);
      };
      const known = await pauseOf('harmless', sender(harmless));
      for (const [shape, make] of Object.entries(shapes))
        await compare(`${name}: ${shape}`, bytes, known, sender(make));
    }
  });

  const figures = (kind: 'hostile' | 'harmless') =>
    `${p99(delivered[kind]).toFixed(1)} ms of ${delivered[kind].length}`;
  for (const one of evidence) t.comment(`measured again: ${one}`);
  t.comment(
    `${pairs} pairs, the longest pause ${worst.toFixed(0)} ms; p99 of deliveries: hostile ${figures('hostile')}, harmless ${figures('harmless')}`,
  );
  t.same(failures, [], 'the pauses');
  t.ok(p99(delivered.hostile) <= 2 * p99(delivered.harmless), 'deliveries beside them are as quick');
});
