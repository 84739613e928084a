import { readFile } from 'node:fs/promises';
import t from 'tap';
import { ConfigError, loadConfig, settings } from '#kernel/platform/config.ts';

t.test('every setting has its line, its default and its words in the README, and no other is there', async (t) => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const lines = [...readme.matchAll(/^\| `([A-Z_]+)` \| (\S+) \| (.+) \|$/gm)].map(([, name, value, words]) => ({
    name,
    value,
    words,
  }));
  const expected = Object.entries(settings).map(([name, [schema, words]]) => {
    const value = schema.safeParse(undefined).data as string | number | undefined;
    return { name, value: value === undefined ? 'none' : String(value), words };
  });
  t.same(lines, expected);
});

t.test('a wrong or unknown setting is named, all of them at once', async (t) => {
  t.throws(() => loadConfig({ DATABASE_URL: 'mysql://x' }), { message: /DATABASE_URL.*postgres/ });
  const mistyped = {
    LIMIT_APIS: '3',
    SDK_CASH_MB: '1',
    NATS_CRED: '/a',
    DEMOS: '1',
    CONTACT_MAIL: 'a@b.test',
    LOG_LEVELS: 'info',
  };
  try {
    loadConfig({ PORT: 'abc', ...mistyped });
    t.fail('it was taken');
  } catch (error) {
    t.ok(error instanceof ConfigError);
    for (const name of ['PORT', ...Object.keys(mistyped)]) t.match((error as Error).message, name);
  }
  t.ok(
    loadConfig({ HOME: '/root', LOGNAME: 'a', POST: 'b', NATS_CONTEXT: 'c' }),
    "another program's variables are let be",
  );
});

t.test('a mail server needs an address to send from, and its password is in no message', async (t) => {
  t.throws(() => loadConfig({ SMTP_URL: 'smtp://mail.example' }), { message: /MAIL_FROM: required with SMTP_URL/ });
  t.match(loadConfig({ SMTP_URL: 'smtps://post:secret@mail.example:465', MAIL_FROM: 'no-reply@mail.example' }), {
    MAIL_FROM: 'no-reply@mail.example',
  });
  for (const wrong of ['https://post:secret@mail.example', 'smtp://post:secret@mail.example/x', 'post:secret@mail'])
    try {
      loadConfig({ SMTP_URL: wrong, MAIL_FROM: 'Storyrail <no-reply@mail.example>' });
      t.fail('it was taken');
    } catch (error) {
      t.match((error as Error).message, /SMTP_URL.*\n.*MAIL_FROM/);
      t.notMatch((error as Error).message, 'secret');
    }
});

t.test('the addresses follow from host and port unless they are set', async (t) => {
  t.match(loadConfig({ PORT: '4321' }), {
    PUBLIC_URL: 'http://127.0.0.1:4321',
    MEDIA_URL: 'http://127.0.0.1:4321',
    loopback: true,
  });
  t.match(loadConfig({ PUBLIC_URL: 'https://stories.example/' }), {
    PUBLIC_URL: 'https://stories.example',
    MEDIA_URL: 'https://stories.example',
  });
  t.equal(loadConfig({ HOST: '0.0.0.0' }).loopback, false);
  for (const [HOST, address] of [
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['::1', '[::1]'],
    ['10.0.0.5', '10.0.0.5'],
  ] as const)
    t.equal(loadConfig({ HOST, PORT: '80' }).PUBLIC_URL, `http://${address}:80`, HOST);
});

t.test('batches go to JetStream where there is NATS, unless another log is asked for', async (t) => {
  const NATS_URL = 'nats://127.0.0.1:4222';
  t.equal(loadConfig({}).TELEMETRY_LOG, 'postgres');
  t.equal(loadConfig({ NATS_URL }).TELEMETRY_LOG, 'jetstream');
  t.equal(loadConfig({ NATS_URL, TELEMETRY_LOG: 'postgres' }).TELEMETRY_LOG, 'postgres');
  t.throws(() => loadConfig({ TELEMETRY_LOG: 'jetstream' }), {
    message: /NATS_URL: required with TELEMETRY_LOG=jetstream/,
  });
});

t.test('the creator app has one link for each store, in the store', async (t) => {
  const ios = 'https://apps.apple.com/app/id1';
  const android = 'https://play.google.com/store/apps/details?id=com.a.b';
  t.same(loadConfig({ CREATOR_APP_URLS: `${android}, ${ios}` }).CREATOR_APP_URLS, { ios, android });
  t.same(loadConfig({ CREATOR_APP_URLS: ios }).CREATOR_APP_URLS, { ios });
  t.equal(loadConfig({}).CREATOR_APP_URLS, undefined);
  for (const wrong of [`${ios},${ios}`, 'http://apps.apple.com/app/id1', 'https://apps.example/id1', 'id1', `${ios},`])
    t.throws(() => loadConfig({ CREATOR_APP_URLS: wrong }), { message: /CREATOR_APP_URLS/ }, wrong);
});

t.test('addresses that may be visited are literal, each with its port', async (t) => {
  const allowed = (OUTBOUND_ALLOW: string) => loadConfig({ OUTBOUND_ALLOW }).OUTBOUND_ALLOW;
  t.same(allowed('10.0.0.5:8080, [fd00::5]:443'), ['10.0.0.5:8080', '[fd00::5]:443']);
  for (const wrong of [
    'feeds.internal:80',
    '10.0.0.5',
    '10.0.0.0/8:80',
    '*:80',
    '10.0.0.5:0',
    'http://10.0.0.5:80',
    '2130706433:80',
  ])
    t.throws(() => allowed(wrong), { message: /OUTBOUND_ALLOW.*without host names/ }, wrong);
  t.equal(loadConfig({}).OUTBOUND_ALLOW, undefined);
});
