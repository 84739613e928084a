import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import type { CsvRows } from './csv-rows.ts';
import { ParserLimit } from './parser-worker.ts';
import { createParserPool } from './pool.ts';

const usual = { maxWorkers: 2, timeoutMs: 5000, heapMb: 128, maxQueued: 10, idleMs: 60_000 };
const bytes = (text: string) => new TextEncoder().encode(text);
const page = (text: string) => ({ body: bytes(text), contentType: 'text/html' });

const folder = await mkdtemp(join(tmpdir(), 'parsers-'));
t.teardown(() => rm(folder, { recursive: true }));
const file = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const signal = new AbortController().signal;

t.test('a worker starts as the process does and reads one thing after the other', async (t) => {
  const pool = createParserPool({ ...usual, maxWorkers: 1 });
  const [one, two] = await Promise.all([
    pool.read('siteHead', page('<title>One</title>')),
    pool.read('siteHead', page('<title>Two</title>')),
  ]);
  t.same([one.title, two.title], ['One', 'Two']);
  t.equal(pool.workers(), 1);
  await t.rejects(pool.read('appleApps', bytes('no JSON')), /not valid JSON/);
  await t.rejects(pool.read('playApp', { body: bytes('<p>'), id: 'a.b' }), { message: 'the page describes no app' });
  t.equal(pool.workers(), 1, 'what was refused costs no worker');
});

t.test('what takes too long is given up, its worker replaced, and the event loop goes on', async (t) => {
  const pool = createParserPool({ ...usual, maxWorkers: 1, timeoutMs: 300 });
  await pool.read('siteHead', page('<title>Warm</title>'));
  // A page of this size takes seconds, since every open element is kept.
  const deep = bytes('<b>'.repeat(1_000_000));
  const taken = startStopwatch();
  await t.rejects(pool.read('playFound', deep), new ParserLimit('it takes too long to read'));
  t.ok(taken() < 5000, 'the clock of this thread went on meanwhile');
  t.equal((await pool.read('siteHead', page('<title>Next</title>'))).title, 'Next');
});

t.test('what takes too much memory is given up, and the process lives', async (t) => {
  const pool = createParserPool({ ...usual, maxWorkers: 1, heapMb: 32, timeoutMs: 30_000 });
  const items = `[${'{"a":1},'.repeat(1_500_000)}{}]`;
  await t.rejects(
    pool.read('appleApps', bytes(`{"resultCount":1,"results":${items}}`)),
    new ParserLimit('it takes too much memory to read'),
  );
  t.equal((await pool.read('siteHead', page('<title>Next</title>'))).title, 'Next');
});

t.test('few wait, whoever goes away ends the reading, and a worker without work ends', async (t) => {
  const pool = createParserPool({ ...usual, maxWorkers: 1, maxQueued: 1, idleMs: 20 });
  const gone = new AbortController();
  const first = pool.read('siteHead', page('<title>One</title>'), gone.signal);
  const second = pool.read('siteHead', page('<title>Two</title>'));
  await t.rejects(pool.read('siteHead', page('')), { code: 'Unavailable' });
  gone.abort();
  await t.rejects(first, { name: 'AbortError' });
  t.equal((await second).title, 'Two');
  await until(async () => pool.workers() === 0, 'the worker to end');
});

t.test('files are read piece by piece, never while their reader has not kept up', async (t) => {
  const pool = createParserPool(usual);
  const path = await file('many.csv', Array.from({ length: 40_000 }, (_, at) => `v${at};x\n`).join(''));
  const cells: (string | null)[] = [];
  let working = 0;
  await pool.file('csvRows', path, signal, async ({ first }: CsvRows) => {
    working += 1;
    t.equal(working, 1);
    await new Promise((done) => setImmediate(done));
    cells.push(...first);
    working -= 1;
  });
  t.equal(cells.length, 40_000);
  t.equal(cells.at(-1), 'v39999');
  const stopped = pool.file('csvRows', path, signal, async () => {
    throw new Error('enough');
  });
  await t.rejects(stopped, { message: 'enough' });
  await t.rejects(
    pool.file('csvRows', join(folder, 'none.csv'), signal, async () => {}),
    { code: 'ENOENT' },
  );
});

t.test('rows of a CSV carry the numbers of their lines and end with the fault', async (t) => {
  const pool = createParserPool(usual);
  const read = async (content: string) => {
    const all: CsvRows[] = [];
    await pool.file('csvRows', await file('one.csv', content), signal, async (rows) => void all.push(rows));
    return {
      rows: all.flatMap(({ first, lines }) => first.map((cell, at) => [lines[at], cell])),
      fault: all.at(-1)!.fault,
    };
  };
  t.same((await read('a,"x\ny"\n\nb "c",d\n')).rows, [
    [2, 'a'],
    [3, null],
    [4, 'b "c"'],
  ]);
  t.same((await read('a\n"b\nc\n')).fault, { line: 2, kind: 'quote' });
  t.same((await read('a\n"b"c\n')).fault, { line: 2, kind: 'quote' });
  t.same((await read(`a\n"${'b'.repeat(70_000)}`)).fault, { line: 2, kind: 'long' });
});

t.test('a signal for many readings keeps none of them, not even of workers that were still starting', async (t) => {
  const many = new AbortController();
  const titles = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      createParserPool({ ...usual, idleMs: 20 }).read('siteHead', page(`<title>${at}</title>`), many.signal),
    ),
  );
  t.same(
    titles.map(({ title }) => Number(title)),
    Array.from({ length: 12 }, (_, at) => at),
  );
  t.equal(getEventListeners(many.signal, 'abort').length, 0);
});
