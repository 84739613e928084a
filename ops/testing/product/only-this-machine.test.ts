import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { buildServer } from '#kernel/http/server.ts';
import { findNginx } from '../../../loadtest/bench/nginx.ts';
import { demoPassword, people } from '../../demo/cast.ts';
import { beginDemo } from '../../demo/demo.ts';
import { apiRoutes } from '../../start/api-routes.ts';
import { dashboardRoutes, operatorRoutes } from '../../start/web-routes.ts';
import { startHarness, until } from '../harness.ts';
import { freePort } from '../running.ts';

/** A program that hands every connection on as it comes. */
const forwarder = `const [from, to] = process.argv.slice(1).map(Number);
require('node:net').createServer((one) => {
  const other = require('node:net').connect(to, '127.0.0.1');
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}).listen(from, '127.0.0.1');`;

const runs = async (t: Test, port: number, program: string, args: readonly string[]): Promise<void> => {
  const child = spawn(program, args, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  await until(
    () =>
      new Promise<boolean>((done) => {
        const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
        socket.on('connect', () => socket.destroy());
      }),
    program,
  );
};

/** nginx as a plain proxy, once for each set of lines beside `proxy_pass`. */
const startNginx = async (t: Test, program: string, to: number, ways: Record<string, string>) => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-nginx-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const ports = await Promise.all(Object.keys(ways).map(() => freePort()));
  const servers = Object.values(ways).map(
    (lines, at) =>
      `server { listen 127.0.0.1:${ports[at]}; location / { proxy_pass http://127.0.0.1:${to}; ${lines} } }`,
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${dir}/${one};`);
  const text = `daemon off; pid ${dir}/pid; error_log ${dir}/error.log; events {} http { access_log off; ${paths.join(' ')} ${servers.join('\n')} }`;
  await writeFile(join(dir, 'nginx.conf'), text);
  await runs(t, ports[0]!, program, ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')]);
  return Object.keys(ways).map((name, at) => [`nginx, ${name}`, ports[at]!] as const);
};

/** What another program of this machine gets. */
const curl = async (url: string, ...more: string[]): Promise<number> => {
  const code =
    'fetch(process.argv[1], JSON.parse(process.argv[2])).then((a) => process.exit(a.status === 200 ? 0 : 1))';
  const child = spawn(process.execPath, ['-e', code, url, more[0] ?? '{}'], { stdio: 'ignore' });
  const [exit] = await once(child, 'exit');
  return exit as number;
};

/** The status line that another program of this machine gets for these bytes. */
const statusOf = async (port: number, bytes: string): Promise<string> => {
  const code = `const socket = require('node:net').connect(+process.argv[1], '127.0.0.1', () => socket.write(process.argv[2]));
    socket.once('data', (got) => { process.stdout.write(String(got).split('\\r')[0]); socket.destroy(); });`;
  const child = spawn(process.execPath, ['-e', code, String(port), bytes], { stdio: ['ignore', 'pipe', 'ignore'] });
  let line = '';
  for await (const chunk of child.stdout) line += chunk;
  return line;
};

t.test(
  'through a proxy on the same machine there is no outbox, no demo, no figures and no documentation',
  async (t) => {
    const port = await freePort();
    const h = await startHarness(t, { parts: false, settings: { PORT: String(port) } });
    await beginDemo(h.kernel, { every: 40, stories: 1, traffic: 0 });
    const server = await buildServer(h.kernel, [...apiRoutes, dashboardRoutes, operatorRoutes(() => [])]);
    t.teardown(() => server.close());
    await server.listen({ port, host: '127.0.0.1' });

    const pages = [
      '/dev/kit',
      '/dev/outbox',
      '/dev/outbox.json',
      '/dev/outbox.css',
      '/metrics',
      '/docs/',
      '/docs/json',
    ];
    const [role, staffEmail, staffPassword] = (await readFile(join(h.config.DATA_DIR, 'demo.txt'), 'utf8'))
      .trim()
      .split('\n')
      .at(-1)!
      .split(' ') as [string, string, string];
    t.equal(role, 'staff');
    t.not(staffEmail, 'sam@storyrail.example', 'nobody elsewhere knows the address of the demo staff');
    const { email } = people.owner;
    const signIns = [
      { email, password: demoPassword(h.kernel, email) },
      { email: staffEmail, password: staffPassword },
    ];
    const signIn = (base: string, who: object) =>
      fetch(`${base}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(who),
      });

    const here = `http://127.0.0.1:${port}`;
    for (const base of [here, `http://localhost:${port}`])
      for (const page of pages) t.equal((await fetch(base + page)).status, 200, base + page);
    t.equal((await fetch(`${here}/DEV/kit`)).status, 404, 'nor by another case');
    t.equal(await curl(`${here}/dev/outbox.json`), 0, 'another program of this machine');
    const raw = (version: string) => `GET /dev/outbox.json HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    t.match(await statusOf(port, raw('1.1')), / 200 /);
    t.match(await statusOf(port, raw('1.0')), / 404 /, 'as plain proxies ask, whoever it is');
    const tokens: string[] = [];
    for (const who of signIns) {
      const answer = await signIn(here, who);
      t.equal(answer.status, 200);
      tokens.push(((await answer.json()) as { data: { token: string } }).data.token);
    }

    const forwarded = await freePort();
    await runs(t, forwarded, process.execPath, ['-e', forwarder, String(forwarded), String(port)]);
    const nginx = findNginx();
    const proxies: (readonly [string, number])[] = [['a program that hands on every byte', forwarded]];
    if (nginx)
      proxies.push(
        ...(await startNginx(t, nginx, port, {
          'HTTP/1.0': '',
          'HTTP/1.1': 'proxy_http_version 1.1;',
          'HTTP/1.1 on kept connections': 'proxy_http_version 1.1; proxy_set_header Connection "";',
          'HTTP/1.1 with a Host of its own': `proxy_http_version 1.1; proxy_set_header Host localhost:${port}; proxy_set_header Connection keep-alive;`,
          'the Host that was asked for': 'proxy_http_version 1.1; proxy_set_header Host $http_host;',
        })),
      );
    for (const [name, proxy] of proxies)
      await t.test(name, async (t) => {
        const base = `http://127.0.0.1:${proxy}`;
        for (const page of pages) {
          const refused = await fetch(base + page);
          t.equal(refused.status, 404, page);
          t.match(
            ((await refused.json()) as { message: string }).message,
            /Behind a proxy, set PUBLIC_URL .*TRUST_PROXY/,
          );
        }
        for (const who of signIns) {
          const refused = await signIn(base, who);
          t.equal(refused.status, 403);
          t.match(((await refused.json()) as { message: string }).message, /demo account.*set PUBLIC_URL/);
        }
        const headers = { authorization: `Bearer ${tokens[0]}` };
        t.equal((await fetch(`${here}/api/user`, { headers })).status, 200);
        t.equal((await fetch(`${base}/api/user`, { headers })).status, 403, 'nor does a session come along');
        const stranger = await signIn(base, { email: 'nobody@example.test', password: 'not the one' });
        t.equal(stranger.status, 401, 'all else is as without a proxy');
      });
  },
);
