import { Parser } from 'htmlparser2';
import { z } from 'zod';
import type { StoreApp } from '../stores/store-app.ts';
import { pageTitle } from './page-title.ts';

const mostBlocks = 20;
const mostLinks = 20;

const described = z.object({
  '@type': z.string().max(100),
  name: z.string(),
  url: z.string().max(2000).optional(),
  image: z.union([z.string().max(2000), z.array(z.string().max(2000))]).optional(),
  applicationCategory: z.string().optional(),
  author: z.object({ name: z.string() }).optional(),
});

/** The JSON-LD blocks of a page that are well-formed, at most 20. */
const linkedData = (html: string): unknown[] => {
  const blocks: unknown[] = [];
  let block: string[] | null = null;
  const parser = new Parser({
    onopentag(name, { type }) {
      if (name === 'script' && type?.toLowerCase() === 'application/ld+json' && blocks.length < mostBlocks) block = [];
    },
    ontext: (piece) => void block?.push(piece),
    onclosetag(name) {
      if (name !== 'script' || block === null) return;
      try {
        blocks.push(JSON.parse(block.join('')));
      } catch {
        // Another block may still be well-formed.
      }
      block = null;
    },
  });
  parser.end(html);
  return blocks;
};

/** Such as 'Game action' for GAME_ACTION. */
const categoryWords = (code: string | undefined): string | null => {
  const words = pageTitle((code ?? '').slice(0, 200).replaceAll('_', ' ').toLowerCase());
  return words && words[0]!.toUpperCase() + words.slice(1);
};

const packageIn = (address: string): string | null =>
  /[?&]id=([A-Za-z][\w.]{1,199})/.exec(address.slice(0, 2000))?.[1] ?? null;

/** The app that a page of Google Play describes; throws when it describes none, or another one than `id`. */
export const playApp = ({ body, id }: { body: Uint8Array; id: string }): StoreApp => {
  for (const block of linkedData(new TextDecoder().decode(body)).flat()) {
    const { data } = described.safeParse(block);
    if (!data?.['@type'].endsWith('Application')) continue;
    if (data.url !== undefined && packageIn(data.url)?.toLowerCase() !== id.toLowerCase())
      throw new Error('the page is about another app');
    const title = pageTitle(data.name);
    if (!title) break;
    return {
      store_type: 'android',
      store_id: id,
      bundle_id: null,
      title,
      developer: pageTitle(data.author?.name ?? ''),
      category: categoryWords(data.applicationCategory),
      icon: [data.image].flat()[0] ?? null,
      url: `https://play.google.com/store/apps/details?id=${id}`,
    };
  }
  throw new Error('the page describes no app');
};

/** The packages that a page of a search on Google Play links to, in its order, each once. */
export const playFound = (body: Uint8Array): string[] => {
  const found = new Set<string>();
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a' || found.size === mostLinks || !href?.includes('/store/apps/details?')) return;
      const id = packageIn(href);
      if (id) found.add(id);
    },
  });
  parser.end(new TextDecoder().decode(body));
  return [...found];
};
