import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import type { Db } from '../db/pool.ts';
import { openFileStore } from '../platform/files.ts';
import { openOutboundClient } from './client.ts';
import { readHead } from './parsers/html-head.ts';
import { openSiteReader } from './site-reader.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const standIn = async (test: Test, handler: Handler) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  test.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const outbound = openOutboundClient([`127.0.0.1:${port}`]);
  return { port, url: `http://127.0.0.1:${port}`, outbound, requests };
};

t.test('no spelling of an address inside a network is visited', async (t) => {
  const outbound = openOutboundClient();
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::a00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[fec0::1]',
    '[2001::1]',
    '[2001:db8::1]',
    'localhost',
    'localhost.',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '１２７.０.０.１',
  ];
  for (const host of hosts) await t.rejects(outbound.get(`http://${host}/`), /not allowed|ENOTFOUND|EAI_AGAIN/, host);
});

t.test('the guard stands before the connection, not after it', async (t) => {
  const { port, requests } = await standIn(t, (_request, response) => response.end('in'));
  await t.rejects(openOutboundClient([`localhost:${port}`]).get(`http://localhost:${port}/`), /not allowed/, 'a name');
  for (const host of ['localhost', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '0x7f.1'])
    await t.rejects(openOutboundClient().get(`http://${host}/`), /not allowed/, host);
  const named = openOutboundClient([`127.0.0.1:${port}`]);
  await t.rejects(named.get(`http://localhost:${port}/`), /only ports/, 'nor does it share what an address may');
  await t.rejects(named.get('http://127.0.0.1/'), /not allowed/, 'another port of that address');
  t.equal(requests.length, 0);
  t.equal((await named.get(`http://127.0.0.1:${port}/`)).body.toString(), 'in');
});

t.test('only http and https on their usual ports, without a password', async (t) => {
  const outbound = openOutboundClient();
  const addresses = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'gopher://example.com',
    'nothing',
    '',
    'http://example.com:22/',
    'http://example.com:8080/',
    'https://example.com:5432/',
    'http://name:word@example.com/',
  ];
  for (const address of addresses) await t.rejects(outbound.get(address), /visited|no address/, address);
});

t.test('each redirect is checked, and there are at most three', async (t) => {
  const other = await standIn(t, (_request, response) => response.end('elsewhere'));
  const { url, port, requests } = await standIn(t, (request, response) => {
    const steps = Number(/^\/steps\/(\d+)/.exec(request.url ?? '')?.[1] ?? -1);
    if (steps === 0) return response.end('there');
    const location = steps > 0 ? `/steps/${steps - 1}` : decodeURIComponent(request.url!.slice(4));
    response.writeHead(302, { location }).end();
  });
  const outbound = openOutboundClient([`127.0.0.1:${port}`, `127.0.0.1:${other.port}`]);
  t.equal((await outbound.get(`${url}/steps/3`)).body.toString(), 'there');
  await t.rejects(outbound.get(`${url}/steps/4`), /redirects/);
  for (const bad of [
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://localhost.:22/',
    'file:///etc/passwd',
  ])
    await t.rejects(outbound.get(`${url}/to/${encodeURIComponent(bad)}`), /not allowed|visited/, bad);
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-plain': 'stays' };
  await outbound.get(`${url}/to/${encodeURIComponent(other.url)}`, { headers });
  t.match(other.requests.at(-1)?.headers, { 'x-plain': 'stays' });
  t.notOk(other.requests.at(-1)?.headers.authorization);
  t.notOk(other.requests.at(-1)?.headers.cookie);
  await outbound.get(`${url}/steps/1`, { headers });
  t.equal(requests.at(-1)?.headers.authorization, 'Bearer secret', 'kept on the same host');
});

t.test('at most 5 MB come in, counted after decoding', async (t) => {
  const bomb = gzipSync(Buffer.alloc(60_000_000));
  const { url, outbound } = await standIn(t, (request, response) => {
    if (request.url === '/bomb') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    if (request.url === '/small') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('small'));
    if (request.url === '/broken') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    if (request.url === '/odd') return response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  });
  await t.rejects(outbound.get(`${url}/bomb`), /too large/);
  await t.rejects(outbound.get(`${url}/endless`), /too large/);
  await t.rejects(outbound.get(`${url}/broken`));
  await t.rejects(outbound.get(`${url}/odd`), /coding/);
  t.equal((await outbound.get(`${url}/small`)).body.toString(), 'small');
  t.equal((await outbound.get(`${url}/bomb`, { truncate: true, maxBytes: 1000 })).body.length, 1000);
  t.equal((await outbound.get(`${url}/endless`, { truncate: true })).body.length, 5_000_000);
});

t.test('a page that is read ends with the caller', async (t) => {
  const { url, outbound } = await standIn(t, (_request, response) => void response.write('<title>'));
  const gone = new AbortController();
  const page = outbound.get(url, { signal: gone.signal });
  gone.abort();
  await t.rejects(page, { name: 'AbortError' });
});

t.test('what a page says of itself', async (t) => {
  t.equal(readHead('<title> Nora &amp; S&ouml;ns \n Shop</title>').title, 'Nora & Söns Shop');
  t.equal(readHead(`<TITLE>a</TITLE><meta content='Brand' property="og:site_name">`).title, 'Brand');
  t.equal(
    readHead(
      '<script>"<title>no</title>"</script><svg><title>no</title></svg><!-- <title>no</title> --><title>yes</title>',
    ).title,
    'yes',
  );
  t.equal(readHead('<title>&#x41;&#0;&#xD800;&#8238;b\u0000\u0007c</title>').title, 'Abc');
  t.equal(readHead(`<title>${'𝒳'.repeat(300)}</title>`).title, '𝒳'.repeat(100));
  t.equal(readHead('<title></title>').title, null);
  t.equal(readHead('no page').title, null);
  t.same(
    readHead(`<link rel=icon href=/a.png><link href="/b.png?x=1&amp;y=2" rel="apple-touch-icon" data-x="a>b">`).icons,
    ['/b.png?x=1&y=2', '/a.png'],
  );
});

t.test('no page makes its reading long', async (t) => {
  const size = 256 * 1024;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  for (const piece of [
    '<',
    '<script',
    '<script>',
    '<!--',
    '<title',
    '<title>',
    '<link "',
    '<meta a=',
    '<a b="',
    "<link rel='icon' href='x'",
    '&#',
    '<meta property="og:site_name" content="',
    '<link a',
    '<b>',
    `<title>${'\u0315\u0300'.repeat(40_000)}`,
  ]) {
    const cpu = process.cpuUsage();
    readHead(fill(piece));
    const took = process.cpuUsage(cpu).user / 1000;
    t.ok(took < 1000, `${piece.slice(0, 60)} took ${Math.round(took)} ms`);
  }
});

t.test('a site is read with its title and its icon', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-site-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const files = await openFileStore(dir);
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const site = await standIn(t, (request, response) => {
    if (request.url === '/icon.png') return response.end(png);
    if (request.url === '/svg') return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>');
    if (request.url === '/gone') return response.writeHead(500).end('<title>Error</title>');
    if (request.url === '/text')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('<title>x</title>');
    const latin = Buffer.from(
      '<meta charset=iso-8859-1><title>Caf\u00e9</title><link rel="apple-touch-icon" href="/svg"><link rel="icon" href="icon.png">',
      'latin1',
    );
    response.writeHead(200, { 'content-type': 'text/html' }).end(latin);
  });
  const noted: unknown[] = [];
  const query = async (_text: string, values: unknown[]) => noted.push(values[0]);
  const db = { pool: { query } } as unknown as Db;
  const reader = openSiteReader(site.outbound, { files, db, now: Date.now });
  const read = await reader.read(site.url);
  t.equal(read?.title, 'Café');
  t.match(read?.icon, /^[0-9a-f]{64}\.png$/);
  t.match(await sharp(files.path(read!.icon!)).metadata(), { width: 128, height: 128, format: 'png' });
  t.same(noted, [read?.icon], 'it is swept unless an event names it');
  t.equal(await reader.read(`${site.url}/gone`), null);
  t.same(await reader.read(`${site.url}/text`), { url: `${site.url}/text`, title: null, icon: null });
  t.same(await openSiteReader(site.outbound).read(site.url), { url: `${site.url}/`, title: 'Café', icon: null });
});

t.test('a site that cannot be had is null within 5 s', async (t) => {
  const slow = await standIn(t, (_request, response) => void response.write('<html>'));
  const reader = openSiteReader(slow.outbound);
  const taken = startStopwatch();
  t.equal(await reader.read(slow.url), null);
  t.ok(taken() < 5500);
  for (const url of [
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://no-such-host.invalid/',
    'nothing at all',
    'http://[::1]:80/',
  ])
    t.equal(await openSiteReader(openOutboundClient()).read(url), null, url);
});
