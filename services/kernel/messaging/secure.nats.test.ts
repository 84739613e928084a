import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import t from 'tap';
import type { Kernel } from '#kernel/kernel.ts';
import { makeCertificate } from '#ops/testing/certificate.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { compareWithLog, openTestBus, readStreamMessages, startTestNats } from '#ops/testing/nats.ts';
import { makeNatsOperator } from '#ops/testing/nats-credentials.ts';
import { createMemoryLog, eventIdsInLogOrder, relayCaughtUp, renameOften } from '#ops/testing/relay.ts';
import { makeTempFolder } from '#ops/testing/running.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { ConfigError } from '../platform/config.ts';
import type { Bus } from './bus.ts';
import { followStream } from './follow.ts';
import { startRelay } from './relay.ts';

const isUp = (bus: Bus): boolean => {
  try {
    return !bus.connection().isClosed();
  } catch {
    return false;
  }
};

/** A server that speaks only TLS, under the name localhost, and files for those who would speak with it. */
const startSecure = async (t: Parameters<typeof startTestNats>[0], signIn: string) => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const { ca, cert, key } = makeCertificate('localhost');
  const keep = async (name: string, text: string): Promise<string> => {
    await mkdir(dir, { recursive: true });
    const path = join(dir, name);
    await writeFile(path, text);
    return path;
  };
  const files = { cert: await keep('cert.pem', cert), key: await keep('key.pem', key) };
  const tls = `tls { cert_file: ${JSON.stringify(files.cert)}, key_file: ${JSON.stringify(files.key)} }`;
  const nats = await startTestNats(t, 1, { more: `${tls}\n${signIn}` });
  const at = (userInfo = '', scheme = 'tls') =>
    nats.url.replace('nats://127.0.0.1', `${scheme}://${userInfo}localhost`);
  return { nats, at, keep, ca: await keep('ca.pem', ca) };
};

t.test('relay and followers work over TLS with a file of credentials', async (t) => {
  const h = await startHarness(t, { parts: false });
  const operator = makeNatsOperator();
  const { at, keep, ca } = await startSecure(t, operator.config);
  const files = { NATS_CREDS: await keep('relay.creds', operator.credentials()), NATS_CA: ca };
  const { log, lines } = createMemoryLog();
  const kernel: Kernel = { ...h.kernel, log, bus: openTestBus(t, at(), log, files) };
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const relay = await startRelay(kernel);
  t.teardown(() => relay.stop());
  await relayCaughtUp(h);

  const outside = openTestBus(t, at(), log, {
    ...files,
    NATS_CREDS: await keep('other.creds', operator.credentials()),
  });
  let heard = 0;
  const hear = () => {
    heard += 1;
  };
  t.teardown(followStream(outside, hear, log));
  await until(() => heard > 0, 'the stream to be followed');
  await renameOften(h, nora, scene.group_id, 50, 'Sealed');
  await relayCaughtUp(h);
  await until(() => heard > 50, 'word of every event');
  t.same(compareWithLog(await readStreamMessages(at(), files), await eventIdsInLogOrder(h)), {
    gaps: 0,
    doubles: 0,
    inOrder: true,
  });
  t.same(lines, [], 'and nothing to warn about');
});

t.test('whoever is not let in, or does not trust the server, says so in one line', async (t) => {
  const operator = makeNatsOperator();
  const byFile = await startSecure(t, operator.config);
  const byPassword = await startSecure(t, 'authorization { user: relay, password: "a secret" }');
  const open = await startTestNats(t, 1);
  const up = openTestBus(t, byPassword.at('relay:a%20secret@'), undefined, { NATS_CA: byPassword.ca });
  const unasked = openTestBus(t, byPassword.at('relay:a%20secret@', 'nats'), undefined, { NATS_CA: byPassword.ca });
  await until(() => isUp(up) && isUp(unasked), 'the right password, also where the address does not ask for TLS');

  /** What is said, in words and above debug, until the same has been tried three times. */
  const linesOf = async (url: string, files: Parameters<typeof openTestBus>[3]): Promise<string[]> => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const bus = openTestBus(t, url, log, files);
    await until(() => lines.filter(({ level }) => level === 20).length >= 3, 'three attempts');
    t.notOk(isUp(bus));
    return lines.filter(({ level }) => level > 20).map(({ msg }) => msg);
  };
  const stranger = await byFile.keep('stranger.creds', operator.strangersCredentials());
  const refused = /^NATS refuses to sign us in \(.*Authorization Violation.*\): look at NATS_CREDS/;
  const cases: [string, string, Parameters<typeof openTestBus>[3], RegExp][] = [
    ['credentials that nobody vouches for', byFile.at(), { NATS_CREDS: stranger, NATS_CA: byFile.ca }, refused],
    ['no credentials', byFile.at(), { NATS_CA: byFile.ca }, refused],
    ['a wrong password', byPassword.at('relay:an0ther@'), { NATS_CA: byPassword.ca }, refused],
    ['a certificate signed by somebody unknown', byPassword.at('relay:a%20secret@'), {}, /certificate .* not trusted/],
    [
      'a certificate signed by somebody else',
      byPassword.at('relay:a%20secret@'),
      { NATS_CA: byFile.ca },
      /not trusted \(.+\): NATS_CA must hold who signed it/,
    ],
    [
      'a server that would not encrypt',
      open.url.replace('nats://127.0.0.1', 'tls://localhost'),
      {},
      /cannot be reached: .*does not support 'tls'/,
    ],
  ];
  await Promise.all(
    cases.map(async ([name, url, files, words]) => {
      const lines = await linesOf(url, files);
      t.equal(lines.length, 1, name);
      t.match(lines[0], words, name);
      t.notMatch(lines[0], /an0ther|secret/, name);
    }),
  );
});

t.test('a setting that cannot work stops the start', async (t) => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const garbage = join(dir, 'garbage');
  await mkdir(dir, { recursive: true });
  await writeFile(garbage, 'nothing that anybody could read');
  const opened = (url: string, files: Parameters<typeof openTestBus>[3]) => () => openTestBus(t, url, undefined, files);
  t.throws(
    opened('tls://10.1.2.3:4222', {}),
    new ConfigError('NATS_URL: with TLS, use the server name in its certificate, not 10.1.2.3'),
  );
  t.throws(opened('nats://[::1]:4222', { NATS_CA: garbage }), { message: /NATS_URL: with TLS/ });
  t.throws(opened('tls://nats:4222', { NATS_CA: garbage }), { message: /NATS_CA/ });
  t.throws(opened('tls://nats:4222', { NATS_CREDS: garbage }), { message: /NATS_CREDS/ });
});
