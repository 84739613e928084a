import type { Secrets } from '#kernel/platform/secrets.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import type { TestDatabase } from '#ops/testing/postgres.ts';

/** Runs work on a product, fresh unless its database is given, all limits off and only warnings logged, and tears it down afterwards. */
export const withProduct = async <T>(
  work: (h: Harness) => Promise<T>,
  options: { settings?: Record<string, string>; parts?: boolean; database?: TestDatabase; secrets?: Secrets } = {},
): Promise<T> => {
  const undo: (() => Promise<void>)[] = [];
  try {
    const h = await startHarness(
      { teardown: (step) => void undo.push(step) },
      { parts: false, ...options, settings: { LOG_LEVEL: 'warn', ...options.settings } },
    );
    return await work(h);
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

/** Opens the product's server on a free port. */
export const listenOnFreePort = async ({ server }: Harness): Promise<number> => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
