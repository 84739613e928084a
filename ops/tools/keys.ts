// npm run keys [-- <folder>]: makes what a deployment's parts sign in with, once: certificates of NATS, passwords, the
// root secret.
import { resolve } from 'node:path';
import { makeKeys } from './keys/make-keys.ts';
import { runAsTool } from './shell/run-as-tool.ts';

await runAsTool(async ([given = 'ops/keys']) => {
  const folder = resolve(given);
  try {
    await makeKeys(folder);
    console.log(`The keys are in ${folder}. Keep a copy. Without them, no part can sign in.`);
    return 0;
  } catch (error) {
    const there = (error as NodeJS.ErrnoException).code === 'EEXIST';
    console.error(there ? `${folder} already has keys. Nothing was replaced.` : (error as Error).message);
    return 1;
  }
});
