import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { delay } from '#kernel/platform/delay.ts';
import { freePort } from '#ops/testing/running.ts';
import { ensurePackages } from './install.ts';

const readyMs = 10_000;

/** Where nginx is, or null. */
export const findNginx = (): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
};

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const configuration = (dir: string, port: number, headers: readonly (readonly [string, string])[]): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  default_type "application/json; charset=utf-8";
  keepalive_requests 1000000000;
  keepalive_timeout 65s;
  tcp_nodelay on;
  sendfile on;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${dir}/files;
    gzip_static always;
${headers.map(([name, value]) => `    add_header ${name} ${quoted(value)};`).join('\n')}
  }
}
`;

/** An nginx with one worker on a port of its own. */
export interface Nginx {
  port: number;
  /** The tags that it gives the bodies, in their order. */
  etags: string[];
  stop(): Promise<void>;
}

/**
 * Serves bodies that are packed already as files at their paths, with these headers beside its own. Throws PeerMissing
 * where there is no nginx.
 */
export const startNginx = async (
  bodies: readonly (readonly [path: string, body: Buffer])[],
  headers: readonly (readonly [string, string])[],
): Promise<Nginx> => {
  const program = ensurePackages(findNginx, ['nginx-light']);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-nginx-'));
  const port = await freePort();
  for (const [path, body] of bodies) {
    const file = join(dir, 'files', `${path}.gz`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  await writeFile(join(dir, 'nginx.conf'), configuration(dir, port, headers));
  const log = join(dir, 'error.log');
  const child = spawn(program, ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', log], { stdio: 'ignore' });
  const gone = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await rm(dir, { recursive: true, force: true });
  };
  const tagOf = async (path: string): Promise<string | null> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    return answer.ok ? answer.headers.get('etag') : null;
  };
  try {
    for (const end = Date.now() + readyMs; ; ) {
      const first = await tagOf(bodies[0]![0]).catch(() => null);
      if (first) break;
      if (child.exitCode !== null || Date.now() > end) {
        const words = await readFile(log, 'utf8').catch(() => '');
        throw new Error(`nginx does not serve: ${words.slice(-500)}`);
      }
      await delay(50);
    }
    const etags: string[] = [];
    for (const [path] of bodies) {
      const etag = await tagOf(path);
      if (!etag) throw new Error(`nginx does not serve ${path}`);
      etags.push(etag);
    }
    return { port, etags, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
