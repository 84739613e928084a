import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Attachment } from './mail.ts';

/** A mail or text in the local outbox; `ts` is unix seconds. */
export interface OutboxEntry {
  channel: 'email' | 'sms';
  to: string;
  subject?: string;
  text: string;
  html?: string;
  links: string[];
  code?: string;
  attachments?: Attachment[];
  ts: UnixSeconds;
}

/** One of the outbox with the name under which it lies there. */
export interface KeptEntry extends OutboxEntry {
  name: string;
}

const maxShown = 500;
const folderOf = (dataDir: string): string => join(dataDir, 'outbox');

/** Puts a message into the outbox under a name of its own, whole or not at all; the same name again takes its place. */
export const writeToOutbox = async (dataDir: string, name: string, entry: OutboxEntry): Promise<void> => {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.json`);
  await writeFile(`${file}.draft`, JSON.stringify(entry, null, 2), { mode: 0o600 });
  await rename(`${file}.draft`, file);
};

/** The newest messages of the outbox, newest first. */
export const readOutbox = async (dataDir: string): Promise<KeptEntry[]> => {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  // Names start with the id of the event, which starts with its time.
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, maxShown);
  const entries = await Promise.all(
    newest.map(async (file): Promise<KeptEntry | null> => {
      const text = await readFile(join(folder, file), 'utf8').catch(() => null);
      return text === null ? null : { name: file.slice(0, -'.json'.length), ...(JSON.parse(text) as OutboxEntry) };
    }),
  );
  return entries.filter((entry) => entry !== null).sort((a, b) => b.ts - a.ts);
};
