import t from 'tap';
import { readJson } from './clean-input.ts';

const largest = 1024 * 1024;
const listOf = (value: string, count: number): Buffer => Buffer.from(`{"ids":[${Array(count).fill(value).join(',')}]}`);

/** What a body of 1 MiB costs, in ms of work; the best of three, since others use the machine. */
const costOf = (body: Buffer): number => {
  const once = (): number => {
    const before = process.cpuUsage();
    try {
      readJson(body);
    } catch {
      // Refused, which is to be cheap.
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
};

t.test('a body of more values than any call needs is refused before they are made', async (t) => {
  let key = 0;
  const fields = () => `"${(key++).toString(36)}":1`;
  const many: Record<string, Buffer> = {
    zeros: listOf('0', 500_000),
    lists: listOf('[]', 340_000),
    objects: listOf('{}', 340_000),
    'lists that go deep': listOf('[[[[]]]]', 110_000),
    fields: Buffer.from(`{${Array.from({ length: 110_000 }, fields).join(',')}}`),
    'zeros behind a quote in a text': Buffer.from(`["\\\\\\"",${Array(500_000).fill('0').join(',')}]`),
  };
  for (const [name, body] of Object.entries(many)) {
    t.ok(body.length < largest + 100_000, name);
    t.throws(() => readJson(body), { code: 'TooLarge', message: /too many values/ }, name);
    t.ok(costOf(body) < 25, `${name} cost ${costOf(body).toFixed(0)} ms`);
  }
});

t.test('what calls need is read, and signs in texts are no values', async (t) => {
  const ids = readJson(listOf('"0190a000-0000-7000-8000-00000000000e"', 10_000)).value as { ids: string[] };
  t.equal(ids.ids.length, 10_000);
  const story = JSON.stringify(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`field_${at}`, at])));
  t.equal((readJson(listOf(story, 1000)).value as { ids: unknown[] }).ids.length, 1000);
  const text = `,[{"\\${','.repeat(100_000)}`;
  t.equal(readJson(Buffer.from(JSON.stringify([text, text]))).bytes > 200_000, true);
});
