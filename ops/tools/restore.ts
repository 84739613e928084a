// npm run restore -- <folder>: brings a backup back into an empty database and data directory.
import { resolve } from 'node:path';
import { ConfigError, loadConfig } from '#kernel/platform/config.ts';
import { isExpectedError, restoreBackup } from './backup/restore-backup.ts';

const main = async (folder: string | undefined): Promise<number> => {
  if (!folder) {
    console.error('Usage: npm run restore -- <folder of a backup>');
    return 2;
  }
  const started = performance.now();
  const config = loadConfig({ LOG_LEVEL: 'warn', ...process.env });
  const { manifest, events, batches, fromStream } = await restoreBackup(config, resolve(folder));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const stream = fromStream > 0 ? ` (${fromStream} of them waited in JetStream)` : '';
  console.log(
    `Restored as of ${manifest.moment}, ${seconds} s: ${events} events, ${batches} batches${stream}, ${manifest.files.rows} files.`,
  );
  if (manifest.missing.length > 0)
    console.error(`${manifest.missing.length} files were missing already when this backup was made.`);
  return 0;
};

const code = await main(process.argv[2]).catch((error) => {
  console.error(error instanceof ConfigError || isExpectedError(error) ? error.message : error);
  return 2;
});
// The package of the embedded Postgres would end the process with 0, whatever its exit code says.
process.exit(code);
