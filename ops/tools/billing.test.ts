import t from 'tap';
import { loadConfig } from '#kernel/platform/config.ts';
import { requireSandbox } from './shell/sandbox.ts';

t.test('time only moves in a sandbox', async (t) => {
  const sandbox = loadConfig({ BILLING: 'local' });
  t.doesNotThrow(() => requireSandbox(sandbox));
  for (const [changes, why] of [
    [{ BILLING: 'off' }, /BILLING must be local/],
    [{ NODE_ENV: 'production' }, /in production/],
    [{ DATABASE_URL: 'postgres://db.example/storyrail' }, /without DATABASE_URL/],
    [{ HOST: '0.0.0.0' }, /open to other machines/],
    [{ PUBLIC_URL: 'https://stories.example' }, /open to other machines/],
  ] as const)
    t.throws(() => requireSandbox({ ...sandbox, ...changes } as typeof sandbox), { message: why });
});
