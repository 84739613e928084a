import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { AccessRow } from './access-row.ts';

const root = new URL('../../', import.meta.url);
/** As this file is: a source, or what was made of one. */
const fileName = `test-access${extname(import.meta.url)}`;

/**
 * Every route for signed-in callers, as `test-access.ts` beside each noun and each read model says; no two say the same
 * route.
 */
export const readAccessMatrix = async (): Promise<Record<string, AccessRow>> => {
  const rows: Record<string, AccessRow> = {};
  for (const folder of ['services/', 'projections/'])
    for (const path of await readdir(new URL(folder, root), { recursive: true })) {
      if (basename(path) !== fileName) continue;
      const { default: own = {} } = await import(new URL(`${folder}${path}`, root).href);
      for (const name of Object.keys(own)) if (rows[name]) throw new Error(`${name} is in the matrix twice`);
      Object.assign(rows, own);
    }
  return rows;
};
