// npm run backup -- <folder>: everything but the secrets, of the product that runs or of one that does not.
import { resolve } from 'node:path';
import { takeBackup } from './backup/take-backup.ts';
import { runAsTool, toolConfig } from './shell/run-as-tool.ts';

const speed = (bytes: number, ms: number): string => {
  const megabytes = bytes / 1024 / 1024;
  return `${megabytes.toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s (${(megabytes / (ms / 1000)).toFixed(0)} MB/s)`;
};

const main = async (folder: string | undefined): Promise<number> => {
  if (!folder) {
    console.error('Usage: npm run backup -- <empty folder>');
    return 2;
  }
  const config = toolConfig();
  const { manifest, databaseMs, filesMs } = await takeBackup(config, resolve(folder));
  const { databases, stream, files, missing, moment } = manifest;
  const tables = databases.flatMap((one) => one.tables);
  const rows = tables.reduce((all, one) => all + one.rows, 0);
  const bytes = tables.reduce((all, one) => all + one.bytes, 0) + (stream?.bytes ?? 0);
  console.log(`Backup of ${moment}: ${resolve(folder)}`);
  console.log(`  database: ${tables.length} tables, ${rows} rows, ${speed(bytes, databaseMs)}`);
  if (stream) console.log(`  waiting in JetStream: ${stream.rows} batches`);
  console.log(`  files: ${files.rows}, ${speed(files.total, filesMs)}`);
  const secrets = resolve(config.DATA_DIR, 'root.secret');
  const ring = manifest.keys.length > 0 ? ` and ${resolve(config.DATA_DIR, 'keys.secret')}` : '';
  const it = ring ? 'them' : 'it';
  console.log(`Not included: ${secrets}${ring}. Keep a copy of ${it} in another place. Nothing can be`);
  console.log(`opened without ${it}, and anyone with ${ring ? 'all' : 'both'} has everything.`);
  if (missing.length === 0) return 0;
  console.error(`${missing.length} files of the database are missing in DATA_DIR: ${missing.slice(0, 10).join(', ')}`);
  return 1;
};

await runAsTool(([folder]) => main(folder));
