import { readFile } from 'node:fs/promises';
import { Refusal } from '#contracts/api/errors.ts';
import { fontFileName, fontFiles, fontWeights } from '#contracts/studio/font-files.ts';
import type { Routes } from '#kernel/http/types.ts';

const folder = new URL('../../dist/player/fonts/', import.meta.url);
const config = { policy: { caller: 'anyone' } } as const;

/** The contents of built files by name. Together they are 1 MB: read once, none of them waits for a disk later. */
const contentsOf = async (names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
  const read = async (name: string) => [name, await readFile(new URL(name, folder))] as const;
  return new Map(await Promise.all(names.map(read)));
};

/**
 * The fonts of designs, for pages of any origin: GET /sdk/v1/fonts/{name}, named by their content and so for ever, and
 * /sdk/v1/fonts/{font}/LICENSE.txt. Any other name is NotFound.
 */
export const fontRoutes: Routes = async (server) => {
  const names = [...fontFiles].flatMap(([font, { subsets }]) =>
    subsets.flatMap((subset) => fontWeights.map((weight) => fontFileName(font, subset, weight))),
  );
  const files = await contentsOf(names);
  const licences = await contentsOf([...fontFiles.keys()].map((font) => `${font}.txt`));
  server.get<{ Params: { name: string } }>('/sdk/v1/fonts/:name', { config }, async ({ params: { name } }, reply) => {
    const file = files.get(name);
    if (!file) throw new Refusal('NotFound');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('font/woff2')
      .send(file);
  });
  server.get<{ Params: { font: string } }>(
    '/sdk/v1/fonts/:font/LICENSE.txt',
    { config },
    async ({ params: { font } }, reply) => {
      const licence = licences.get(`${font}.txt`);
      if (!licence) throw new Refusal('NotFound');
      return reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(licence);
    },
  );
};
