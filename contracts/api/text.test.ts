import t from 'tap';
import '#kernel/platform/say.ts';
import { z } from 'zod';
import { urlScheme } from '../app/commands.ts';
import { deepLink, outlink } from '../story-group/story-fields.ts';
import { email } from '../user/commands.ts';
import { faultsOf, mostFaults, readValue } from './faults.ts';
import { refusedSchemes } from './schemes.ts';
import { isBounded, text } from './text.ts';

const cpuOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const marks = (length: number) => `a${'\u0315'.repeat(length / 2)}${'\u0300'.repeat(length / 2)}`;

t.test('a text is refused by its length before anything else looks at it', async (t) => {
  for (const schema of [text({ max: 40 }), email, outlink, deepLink, urlScheme])
    for (const hostile of [
      marks(64_000),
      `${'a'.repeat(1_000_000)} `,
      `x@${'a.'.repeat(500_000)}!`,
      `http://${'a'.repeat(1_000_000)} `,
    ]) {
      let issues = 0;
      const ms = cpuOf(() => {
        issues = schema.safeParse(hostile).error?.issues.length ?? 0;
      });
      t.equal(issues, 1, 'one refusal, which ended the check');
      t.ok(ms < 100, `${hostile.slice(0, 10)}… took ${ms} ms`);
    }
  t.match(text({ max: 40 }).safeParse('a'.repeat(400)).error?.issues[0], { message: 'Use at most 40 characters.' });
});

t.test('many texts that are nearly too much cost little more than as many that are harmless', async (t) => {
  const nearlyTower = `a${'\u0315'.repeat(15)}${'\u0300'.repeat(15)}`;
  const megabyte: [string, z.ZodType, string[]][] = [
    ['marks', text({ max: 2048 }), Array(32).fill(nearlyTower.repeat(529))],
    ['marks in short texts', text({ max: 40, min: 1 }), Array(3300).fill(nearlyTower.repeat(10))],
    ['hosts that grow', outlink, Array(250).fill(`http://${'\ufdfa'.repeat(1300)}`)],
    ['hosts behind strokes', outlink, Array(250).fill(`http:///\\/${'\ufdfa'.repeat(1300)}`)],
  ];
  for (const [name, schema, values] of megabyte) {
    const isTaken = (value: string): boolean => schema.safeParse(value).success;
    const costs = [1, 2, 3].map(() => cpuOf(() => t.notOk(values.some(isTaken), name)));
    t.ok(Math.min(...costs) < 300, `${name} took ${Math.min(...costs)} ms`);
  }
});

t.test('what composes to a text of the right length is taken', async (t) => {
  // An o with three marks, and a Hangul syllable of three letters: one character each.
  for (const one of ['o\u031b\u0323', '\u1112\u1161\u11ab'])
    t.equal(text({ max: 40 }).parse(one.repeat(40)), one.normalize('NFC').repeat(40));
  t.notOk(isBounded(`a${'\u0300'.repeat(31)}`, 1000), 'a tower of marks is no text');
  t.ok(isBounded(`a${'\u0300'.repeat(30)}`, 1000));
});

t.test('links out lead to the web, links in to an app', async (t) => {
  for (const good of [
    '',
    `https://${'a'.repeat(63)}.test:8443/${'x'.repeat(1900)}`,
    'http:///a.test',
    'http://a.test',
    'HTTPS://a.test/x?y=ü#z',
    'https://a.test:8443/@x',
  ])
    t.ok(outlink.safeParse(good).success, good);
  for (const bad of [
    'ftp://a.test',
    'http:a.test',
    `https://${'a'.repeat(300)}/`,
    'http://',
    'https://a.test/x y',
    ' https://a.test',
    'javascript:alert(1)',
  ])
    t.equal(
      outlink.safeParse(bad).error?.issues[0]?.message,
      'External links must start with http:// or https://',
      bad,
    );
  for (const bad of ['https://user@a.test/', 'https://user:password@a.test/', 'https://:word@a.test'])
    t.match(outlink.safeParse(bad).error?.issues[0]?.message, /user name or password/, bad);
  for (const scheme of [...refusedSchemes, 'JavaScript', 'Intent', 'view-source']) {
    t.notOk(deepLink.safeParse(`${scheme}:x`).success, scheme);
    t.notOk(urlScheme.safeParse(`${scheme}://x`).success, scheme);
    t.notOk(urlScheme.safeParse(scheme).success, scheme);
  }
  for (const good of ['myapp://coats', 'com.company.app:/x', 'https://a.test/x', 'mailto:a@a.test'])
    t.ok(deepLink.safeParse(good).success, good);
  t.equal(urlScheme.parse(' myapp '), 'myapp://');
});

t.test('what is wrong with a value is said in a time that follows its size, and of many faults the first', (t) => {
  const list = z.strictObject({ order: z.array(z.uuid()).max(10_000) });
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
  const either = z.union([list, z.strictObject({ other: z.array(z.int()) })]);
  const roles = z.partialRecord(z.enum(['a', 'b']), z.array(z.uuid()));
  for (const [schema, value] of [
    [list, { order: Array.from({ length: 10_000 }, () => 1) }],
    [either, { order: Array.from({ length: 10_000 }, () => 1) }],
    [list, { order: [], ...keys }],
    [roles, keys],
  ] as const) {
    const cpu = process.cpuUsage();
    const read = readValue(schema as z.ZodType, value);
    const faults = faultsOf(read.error!.issues);
    const took = process.cpuUsage(cpu).user / 1000;
    t.ok(faults.length > 0 && faults.length <= mostFaults, `${faults.length} faults`);
    t.ok(took < 1000, `took ${Math.round(took)} ms`);
  }
  const two = readValue(list, { order: [1, 2] });
  t.same(
    faultsOf(two.error!.issues).map(({ path }) => path),
    ['order.0', 'order.1'],
  );
  t.end();
});
