import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const contract = (name: string) => new URL(`../contracts/${name}.ts`, import.meta.url);

/** What rows of a read model are made with beside the events: when it changes, rows made before would say something else. */
const madeWith: Readonly<Record<string, readonly URL[]>> = {
  audit: ['sentences', 'changes', 'access', 'operation', 'plans', 'roles', 'story-status'].map(contract),
};

/** What tells one shape of a read model's tables, and one wording of their rows, from another. */
export const tablesHash = async ({ name, tables }: { name: string; tables: URL }): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(tables));
  for (const file of madeWith[name] ?? []) hash.update(await readFile(file));
  return hash.digest('hex');
};
