import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What k6 says of one series of figures, and whether its thresholds held. */
export interface K6Metric {
  type: string;
  values: Record<string, number>;
  thresholds?: Record<string, { ok: boolean }>;
}

/** The results of a scenario as k6 writes them. */
export interface K6Results {
  metrics: Record<string, K6Metric>;
  state: { testRunDurationMs: number };
}

/** How a scenario ended: `code` 0 when every threshold held, 99 when one did not, anything else when it broke. */
export interface K6Outcome {
  code: number | null;
  results: K6Results | null;
  said: string;
}

interface K6Run {
  k6: string;
  script: string;
  url: string;
  /** The address of the background server. */
  backgroundUrl: string;
  /** File with what the scenario is given. */
  data: string;
  /** Where the results go. */
  result: string;
  /** Where a page of the results goes; null: nowhere. */
  page: string | null;
  seconds: number;
  scale: number;
  smoke: boolean;
}

// Beyond its duration a scenario loads its data, finishes what it has begun, and at most counts to a number for a
// minute.
const graceMs = 90_000;
const killMs = 10_000;
const longestWords = 8000;

const settings = (order: K6Run): Record<string, string> => ({
  URL: order.url,
  BACKGROUND_URL: order.backgroundUrl,
  DATA: order.data,
  RESULT: order.result,
  SECONDS: String(order.seconds),
  SCALE: String(order.scale),
  SMOKE: order.smoke ? '1' : '',
  RUN: randomBytes(4).toString('hex'),
});

const pageSettings = (page: string | null): Record<string, string> =>
  page
    ? {
        K6_WEB_DASHBOARD: 'true',
        K6_WEB_DASHBOARD_PORT: '-1',
        K6_WEB_DASHBOARD_PERIOD: '2s',
        K6_WEB_DASHBOARD_EXPORT: page,
      }
    : {};

/** Runs a scenario to its end, which it is made to reach; `signal` ends it early. */
export const runK6 = async (order: K6Run, signal?: AbortSignal): Promise<K6Outcome> => {
  const given = Object.entries(settings(order)).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const args = ['run', '--quiet', '--no-color', '--no-usage-report', '--address', '', ...given, order.script];
  const child = spawn(order.k6, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...pageSettings(order.page) },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = (said + text).slice(-longestWords);
    });
  let stubborn: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    stubborn = setTimeout(() => child.kill('SIGKILL'), killMs);
  };
  const late = setTimeout(end, order.seconds * 1000 + graceMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail);
      child.once('close', done);
    });
    const results = existsSync(order.result) ? (JSON.parse(await readFile(order.result, 'utf8')) as K6Results) : null;
    return { code, results, said };
  } finally {
    clearTimeout(late);
    clearTimeout(stubborn);
    signal?.removeEventListener('abort', end);
  }
};
