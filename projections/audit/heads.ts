import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Head } from './chain.ts';

/** The head of an account's chain, and where it was kept. */
export interface KeptHead extends Head {
  account_id: string;
  /** True for one of the chain that covered less. */
  earlier: boolean;
  kept: string;
}

const folder = 'audit-heads';
/** Heads in a line of the log: some 10 KB. */
const headsInLine = 100;
/** Of so many days the last file is read again. */
const daysChecked = 30;

type Named = Head & { account_id: string };
const readHeads = async ({ db }: Pick<Kernel, 'db'>): Promise<Named[]> => {
  const { rows } = await db.pool.query<Named>('select account_id, place, hash from audit_head order by account_id');
  return rows;
};

const signed = ({ secrets }: Pick<Kernel, 'secrets'>, ts: EpochMs, heads: readonly Named[]) => {
  const text = JSON.stringify({ ts: toSeconds(ts), heads });
  return { key: secrets.audit.id, signature: secrets.audit.sign(text), signed: text };
};

const told = new WeakMap<object, Map<string, number>>();

/**
 * Signs the heads of all chains and keeps them outside of the database, so that whoever can write rows cannot rewrite history
 * unseen: all in a file of the store, and those that moved since in the log, a hundred a line.
 */
export const keepHeads = async (kernel: Pick<Kernel, 'db' | 'files' | 'log' | 'now' | 'secrets'>): Promise<void> => {
  const now = kernel.now();
  const heads = await readHeads(kernel);
  const hour = new Date(now).toISOString().slice(0, 13).toLowerCase();
  await kernel.files.write(`${folder}/${hour}.json`, JSON.stringify(signed(kernel, now, heads)));
  const before = told.get(kernel) ?? new Map<string, number>();
  told.set(kernel, before);
  const moved = heads.filter(({ account_id, place }) => before.get(account_id) !== place);
  for (let at = 0; at < moved.length; at += headsInLine) {
    const part = moved.slice(at, at + headsInLine);
    kernel.log.info({ audit_heads: signed(kernel, now, part) }, 'heads of the audit');
    for (const { account_id, place } of part) before.set(account_id, place);
  }
};

type Signed = ReturnType<typeof signed>;

/** Kept heads are not what this installation wrote. */
export class ForgedHeads extends Error {}

const opened = ({ secrets }: Pick<Kernel, 'secrets'>, kept: string, content: string): KeptHead[] => {
  let file: Signed | Named[];
  let heads: Named[];
  try {
    file = JSON.parse(content) as Signed | Named[];
    heads = Array.isArray(file) ? file : (JSON.parse(file.signed) as { heads: Named[] }).heads;
  } catch {
    throw new ForgedHeads(`${kept} cannot be read`);
  }
  // Files from before heads were signed hold them bare.
  const earlier = Array.isArray(file);
  if (!Array.isArray(file) && !secrets.audit.verify(file.signed, file.signature))
    throw new ForgedHeads(`${kept} is not signed by this installation`);
  return heads.map((head) => ({ ...head, earlier, kept }));
};

/**
 * The heads that were kept: the last of each of the last 30 days on file, and those that stood when the chain began to cover
 * every column. Throws ForgedHeads for a file that is not ours.
 */
export const readKeptHeads = async (kernel: Pick<Kernel, 'db' | 'files' | 'secrets'>): Promise<KeptHead[]> => {
  const names = await kernel.files.list(folder);
  const lastOfDay = new Map(names.map((name) => [name.slice(0, folder.length + 11), name]));
  const found: KeptHead[] = [];
  for (const name of [...lastOfDay.values()].slice(-daysChecked))
    found.push(...opened(kernel, name, await kernel.files.read(name)));
  const { rows } = await kernel.db.pool.query<Named>('select account_id, place, hash from audit_earlier_head');
  return [...found, ...rows.map((row) => ({ ...row, earlier: true, kept: 'before the chain covered every column' }))];
};
