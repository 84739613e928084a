import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

/** The ports of one nats-server on loopback: for clients, for the other servers, for health. */
export interface NatsPorts {
  client: number;
  route: number;
  monitor: number;
}

/** A nats-server of a cluster. */
export interface NatsNode extends SupervisedProcess {
  url: string;
  /** It answers, and where it is one of several, it knows their leader. */
  ready(): Promise<boolean>;
  /** How many clients are connected to it; 0 while it does not answer. */
  clients(): Promise<number>;
}

interface NatsOptions {
  program: string;
  /** Configuration, messages and logs, a folder for each server. */
  dir: string;
  ports: readonly NatsPorts[];
  /** More lines of configuration, and of its jetstream block. */
  more?: string;
  jetstream?: string;
  onDeath?: (words: string) => void;
}

const configOf = (name: string, dir: string, own: NatsPorts, { ports, more, jetstream }: NatsOptions): string => {
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ');
  return [
    `server_name: ${name}`,
    `listen: "127.0.0.1:${own.client}"`,
    `http: "127.0.0.1:${own.monitor}"`,
    `pid_file: ${JSON.stringify(join(dir, 'pid'))}`,
    `jetstream { store_dir: ${JSON.stringify(join(dir, 'store'))}, ${jetstream ?? ''} }`,
    ...(ports.length > 1 ? [`cluster { name: storyrail, listen: "127.0.0.1:${own.route}", routes: [${routes}] }`] : []),
    more ?? '',
  ].join('\n');
};

/** Ends a server that an earlier, killed process left running on this folder. */
const endStale = async (dir: string): Promise<void> => {
  const pid = Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => '0'));
  if (pid <= 1) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!command.includes('nats-server') || !command.includes(dir)) return;
  process.kill(pid, 'SIGKILL');
  await rm(join(dir, 'pid'), { force: true });
};

/** What a server's monitor says at a path; null when it says nothing, or that something is wrong. */
const ask = async (port: number, path: string): Promise<unknown> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1000) });
    const said = await answer.json();
    return answer.ok ? said : null;
  } catch {
    return null;
  }
};

/** Starts nats-servers with JetStream on loopback, one for each set of ports; several form a cluster. */
export const startNatsServers = async (options: NatsOptions): Promise<NatsNode[]> => {
  const nodes: NatsNode[] = [];
  for (const [index, ports] of options.ports.entries()) {
    const name = `nats-${index + 1}`;
    const dir = join(options.dir, name);
    await mkdir(dir, { recursive: true });
    await endStale(dir);
    const config = join(dir, 'nats.conf');
    await writeFile(config, configOf(name, dir, ports, options));
    const child = superviseProcess(
      {
        name,
        command: options.program,
        args: ['-c', config],
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
        log: join(dir, 'log'),
        graceMs: 10_000,
      },
      options.onDeath,
    );
    nodes.push({
      ...child,
      url: `nats://127.0.0.1:${ports.client}`,
      ready: async () => (await ask(ports.monitor, '/healthz')) !== null,
      clients: async () => ((await ask(ports.monitor, '/varz')) as { connections: number } | null)?.connections ?? 0,
    });
  }
  return nodes;
};
