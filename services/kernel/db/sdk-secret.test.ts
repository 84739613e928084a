import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { secretsFrom } from '../platform/secrets.ts';
import { hasherOfList, listEndings } from '../platform/viewer-hash.ts';
import { loadSdkSecret, readSdkSecret, sdkSecretFrom, writeSdkSecret } from './sdk-secret.ts';

const root = Buffer.alloc(48, 7);
const whole = secretsFrom(root);
const path = `${'a'.repeat(64)}.csv`;
const text = sdkSecretFrom(root, 'storyrail', [
  { ending: 'ids', path },
  { ending: 'sip', path },
]);
const { secrets, signedIn } = readSdkSecret(text);

t.test('what the part sdk has finds viewers in every kind of list, as the root secret does', async (t) => {
  for (const ending of listEndings) {
    const list = `${'b'.repeat(64)}.${ending}`;
    t.equal(hasherOfList(secrets, { path, list })('ada'), hasherOfList(whole, { path, list })('ada'), ending);
  }
  t.throws(() => secrets.listKey('sip', 'other.csv'), /make the file again/);
  t.equal(new Set(listEndings.map((ending) => secrets.listKey(ending, path).toString('hex'))).size, 3);
});

t.test('nothing else follows from it', async (t) => {
  for (const use of [
    () => secrets.signing(),
    () => secrets.keyed('refresh', 'a'),
    () => secrets.seal('a'),
    () => secrets.open(whole.seal('a')),
    () => secrets.audit,
    () => secrets.bills,
  ])
    t.throws(use, /A process with sdk.secret alone has no key to/);
  t.equal(secrets.verifying(undefined), null);
  t.equal(secrets.verifying(whole.signing().kid), null);
  const { lists } = JSON.parse(text) as { lists: string };
  // Taken for a root, what it holds leads to other keys.
  const forged = secretsFrom(Buffer.from(lists, 'hex'));
  t.not(forged.signing().key, whole.signing().key);
  t.not(forged.keyed('refresh', 'a'), whole.keyed('refresh', 'a'));
  t.throws(() => forged.open(whole.seal('a')));
  for (const key of [root.toString('hex'), whole.signing().key, whole.keyed('refresh', 'a')])
    t.notOk(text.includes(key));
});

t.test('it signs in to the database where the address has no password', async (t) => {
  t.equal(
    signedIn('postgres://storyrail_sdk@db:5432/storyrail'),
    `postgres://storyrail_sdk:${whole.keyed('database-password', 'storyrail_sdk')}@db:5432/storyrail`,
  );
  t.equal(signedIn('postgres://a:b@db:5432/storyrail'), 'postgres://a:b@db:5432/storyrail');
});

t.test('its file is its user’s alone, is replaced whole, and is refused when it is something else', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'sdk-secret-'));
  t.teardown(() => rm(dir, { recursive: true }));
  t.equal(await loadSdkSecret(dir), null);
  await t.rejects(writeSdkSecret(join(dir, 'away'), text));
  await writeSdkSecret(dir, '{}');
  await t.rejects(loadSdkSecret(dir));
  const file = await writeSdkSecret(dir, text);
  t.equal((await stat(file)).mode & 0o777, 0o600);
  t.equal(await readFile(file, 'utf8'), text);
  t.ok(await loadSdkSecret(dir));
});
