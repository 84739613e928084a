import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { pinImages } from './pin-images.ts';
import { digestOf, imageNamed } from './registry.ts';

const manifest = JSON.stringify({
  schemaVersion: 2,
  mediaType: 'application/vnd.oci.image.index.v1+json',
  manifests: [],
});
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
const login = Buffer.from('olga:pass').toString('base64');

type Kind = 'open' | 'token' | 'private' | 'basic' | 'silent' | 'broken' | 'elsewhere';

/** A registry that speaks the protocol for one image of each kind: `<kind>/app:1`. */
const startRegistry = async (t: Test) => {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, host: string): [number, Record<string, string>, string] => {
    const url = new URL(request.url!, `http://${host}`);
    const { authorization = '' } = request.headers;
    asked.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/token') {
      const scope = url.searchParams.get('scope')!;
      if (url.searchParams.get('service') !== 'stand-in') return [400, {}, ''];
      if (scope.includes(':private/') && authorization !== `Basic ${login}`) return [401, {}, ''];
      return [200, {}, JSON.stringify({ token: `for ${scope}` })];
    }
    const [, kind, tag] = /^\/v2\/(\w+)\/app\/manifests\/(.*)$/.exec(url.pathname) ?? [];
    const realm = kind === 'elsewhere' ? 'http://tokens.example/token' : `http://${host}/token`;
    const scope = `repository:${kind}/app:pull`;
    const challenge = `Bearer realm="${realm}",service="stand-in",scope="${scope}"`;
    if (['token', 'private', 'elsewhere'].includes(kind!) && authorization !== `Bearer for ${scope}`)
      return [401, { 'www-authenticate': challenge }, ''];
    if (kind === 'basic' && authorization !== `Basic ${login}`)
      return [401, { 'www-authenticate': 'Basic realm="us"' }, ''];
    if (!kind || tag !== '1') return [404, {}, ''];
    if (!request.headers.accept?.includes('application/vnd.oci.image.index.v1+json')) return [404, {}, ''];
    if (kind === 'silent') return [200, {}, manifest];
    return [200, { 'docker-content-digest': kind === 'broken' ? 'md5:1' : digest }, manifest];
  };
  const server = createServer((request, response) => {
    const [status, heads, body] = answer(request, request.headers.host!);
    response.writeHead(status, heads).end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => new Promise((done) => server.close(done)));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, host, image: (kind: Kind, tag = '1') => `${host}/${kind}/app:${tag}` };
};

t.test('an image is known by its name as Docker reads it', async (t) => {
  const hub = 'registry-1.docker.io';
  t.same(imageNamed('postgres:17'), { registry: hub, repository: 'library/postgres', tag: '17' });
  t.same(imageNamed('grafana/grafana'), { registry: hub, repository: 'grafana/grafana', tag: 'latest' });
  t.same(imageNamed('localhost:5000/a/b:c'), { registry: 'localhost:5000', repository: 'a/b', tag: 'c' });
  for (const name of ['', 'A:1', 'a b', '../x:1', 'a:1:2', `a/${'b'.repeat(600)}`])
    t.throws(() => imageNamed(name), { message: /no name of an image/ });
});

t.test('a registry is asked for the digest of a tag as its challenge wants it', async (t) => {
  const { host, image, asked } = await startRegistry(t);
  const of = (kind: Kind, logins = {}, tag = '1') => digestOf(imageNamed(image(kind, tag)), logins);
  t.equal(await of('open'), digest);
  asked.length = 0;
  t.equal(await of('token'), digest);
  t.same(asked, ['HEAD /v2/token/app/manifests/1', 'GET /token', 'HEAD /v2/token/app/manifests/1']);
  t.equal(await of('private', { [host]: login }), digest);
  await t.rejects(of('private'), { message: `${host} gave no token for private/app: 401` });
  t.equal(await of('basic', { [host]: login }), digest);
  await t.rejects(of('basic'), { message: `${host} asks who you are: docker login ${host}` });
  t.equal(await of('silent'), digest, 'one that names no digest is read, and its manifest hashed');
  await t.rejects(of('broken'), { message: `${host} answered no digest: md5:1` });
  await t.rejects(of('elsewhere', { [host]: login }), { message: /http:\/\/tokens\.example, which is not encrypted/ });
  await t.rejects(of('open', {}, '2'), { message: `${host} has no open/app:2, or not for you: 404` });
  await t.rejects(digestOf({ registry: '127.0.0.1:1', repository: 'a', tag: '1' }), {
    message: /127\.0\.0\.1:1 does not answer/,
  });
});

t.test('the shipped files are pinned, renewed, and left as they are when one answer is missing', async (t) => {
  const { image } = await startRegistry(t);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-pin-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const shipped = new URL(
    import.meta.url.endsWith('.js') ? '../../../../../ops/deploy/' : '../../deploy/',
    import.meta.url,
  ).pathname;
  await cp(join(shipped, 'k8s'), dir, { recursive: true });
  await cp(join(shipped, 'compose.yaml'), join(dir, 'compose.yaml'));
  const files = (await readdir(dir)).filter((name) => name.endsWith('.yaml')).map((name) => join(dir, name));
  // Nobody but this machine is asked: the files' own images are called as the stand-in has them.
  const renamed = { storyrail: image('token'), 'postgres:17': image('open'), 'nats:2.10-alpine': image('silent') };
  for (const file of files) {
    let text = await readFile(file, 'utf8');
    for (const [name, to] of Object.entries(renamed).slice(1))
      text = text.replaceAll(`image: ${name}\n`, `image: ${to}\n`);
    await writeFile(file, text);
  }
  const read = () => Promise.all(files.map((file) => readFile(file, 'utf8')));
  const before = await read();
  await t.rejects(pinImages(files, { renamed: { storyrail: image('token', '9') } }), {
    message: /has no token\/app:9/,
  });
  t.same(await read(), before, 'no file was changed');
  const done = await pinImages(files, { renamed });
  t.same(
    done.pinned.sort(),
    Object.values(renamed)
      .map((name) => `${name}@${digest}`)
      .sort(),
  );
  t.same(done.left, ['storyrail'], 'what compose builds has none');
  const after = await read();
  const lines = (texts: readonly string[]) => texts.flatMap((text) => text.match(/^\s*image: .*$/gm) ?? []);
  t.equal(lines(after).length, lines(before).length);
  t.equal(lines(after).filter((line) => line.endsWith(`@${digest}`)).length, lines(before).length - 1);
  const without = (texts: readonly string[]) => texts.map((text) => text.replace(/image: .*/g, ''));
  t.same(without(after), without(before), 'and nothing else changed');
  await Promise.all(
    files.map(async (file, at) => writeFile(file, after[at]!.replaceAll(digest, `sha256:${'0'.repeat(64)}`))),
  );
  await pinImages(files);
  t.same(await read(), after, 'an older digest is replaced by that of its tag');
});
