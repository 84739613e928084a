import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { buildServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';
import { createMetrics } from '#kernel/platform/metrics.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { apiRoutes } from '../start/api-routes.ts';
import { sdkRoutes } from '../start/sdk-routes.ts';

const file = new URL('../openapi.json', import.meta.url);

// npm run openapi writes the document of all routes, made without a database; --check only compares.
const openApiDocument = async (): Promise<object> => {
  const config = loadConfig({});
  const kernel = {
    config,
    log: createLog('silent'),
    metrics: createMetrics(),
    secrets: secretsFrom(randomBytes(48)),
    notifier: { on: () => () => {}, notify: () => {}, stop: async () => {} },
    now: () => 0,
    files: { temporary: process.cwd() },
  } as unknown as Kernel;
  const server = await buildServer(kernel, [...apiRoutes, ...sdkRoutes]);
  await server.ready();
  const document = server.swagger();
  await server.close();
  return document;
};

const text = `${JSON.stringify(await openApiDocument(), null, 1)}\n`;
if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed !== text) {
    console.error('ops/openapi.json is out of date. Run npm run openapi and commit it.');
    process.exit(1);
  }
} else await writeFile(file, text);
process.exit(0);
