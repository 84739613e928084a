// npm run restore -- <folder>: brings a backup back into an empty database and data directory.
import { resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.ts';
import { runAsTool, toolConfig } from './shell/run-as-tool.ts';

const main = async (folder: string | undefined): Promise<number> => {
  if (!folder) {
    console.error('Usage: npm run restore -- <folder of a backup>');
    return 2;
  }
  const started = performance.now();
  const config = toolConfig();
  const { manifest, events, batches, fromStream } = await restoreBackup(config, resolve(folder));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const stream = fromStream > 0 ? ` (${fromStream} of them waited in JetStream)` : '';
  console.log(
    `Restored as of ${manifest.moment}, ${seconds} s: ${events} events, ${batches} batches${stream}, ${manifest.files.rows} files.`,
  );
  if (manifest.missing.length > 0)
    console.error(`${manifest.missing.length} files were already missing when this backup was made.`);
  return 0;
};

await runAsTool(([folder]) => main(folder));
