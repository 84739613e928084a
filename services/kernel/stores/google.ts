import { z } from 'zod';
import type { Outbound, OutboundAnswer } from '../outbound/fetch.ts';
import { pageTitle } from '../outbound/html-head.ts';
import { type StoreApp, type StoreReader, StoreSilent } from './store-app.ts';

const maxPage = 3_000_000;
/** Each app found is a page more to read. */
const mostRead = 3;

const described = z.object({
  '@type': z.string(),
  name: z.string(),
  url: z.string().optional(),
  image: z.union([z.string(), z.array(z.string())]).optional(),
  applicationCategory: z.string().optional(),
  author: z.object({ name: z.string() }).optional(),
});

/** The JSON-LD blocks of a page, in one pass. */
const linkedData = (html: string): unknown[] => {
  const blocks: unknown[] = [];
  for (let at = html.indexOf('application/ld+json'); at >= 0; at = html.indexOf('application/ld+json', at + 1)) {
    const start = html.indexOf('>', at);
    const end = start < 0 ? -1 : html.indexOf('</script', start);
    if (end < 0) break;
    try {
      blocks.push(JSON.parse(html.slice(start + 1, end)));
    } catch {
      // Another block may still be well-formed.
    }
    if (blocks.length === 20) break;
    at = end;
  }
  return blocks;
};

/** Such as 'Game action' for GAME_ACTION. */
const categoryWords = (code: string | undefined): string | null => {
  const words = pageTitle((code ?? '').replaceAll('_', ' ').toLowerCase());
  return words && words[0]!.toUpperCase() + words.slice(1);
};

const namesPackage = (url: string, id: string): boolean =>
  /[?&]id=([\w.]+)/.exec(url)?.[1]?.toLowerCase() === id.toLowerCase();

const appOnPage = (html: string, id: string): StoreApp => {
  for (const block of linkedData(html).flat()) {
    const { data } = described.safeParse(block);
    if (!data || !/Application$/.test(data['@type'])) continue;
    if (data.url !== undefined && !namesPackage(data.url, id)) throw new StoreSilent('the page is about another app');
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
  throw new StoreSilent('the page describes no app');
};

const pageOf = ({ status, headers, body }: OutboundAnswer): string => {
  if (status !== 200) throw new StoreSilent(`the store answered ${status}`);
  if (!/html/i.test(headers['content-type'] ?? '')) throw new StoreSilent('the answer is no page');
  return body.toString('utf8');
};

/** The pages of Google Play below `base`: an app's page with its JSON-LD, and the page of a search with its links. */
export const openGoogleStore = (outbound: Outbound, base: string): StoreReader => {
  const read = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    outbound.get(`${base}${path}?${new URLSearchParams({ ...query, hl: 'en', gl: 'US' })}`, {
      maxBytes: maxPage,
      cut: true,
      signal,
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });

  const byId: StoreReader['byId'] = async (id, signal) => {
    const page = await read('/store/apps/details', { id }, signal);
    return page.status === 404 ? null : appOnPage(pageOf(page), id);
  };

  return {
    byId,
    async byName(name, signal) {
      const html = pageOf(await read('/store/search', { q: name, c: 'apps' }, signal));
      const links = html.matchAll(/\/store\/apps\/details\?id=([A-Za-z][\w.]{1,199})/g);
      const ids = [...new Set([...links].map(([, id]) => id!))].slice(0, mostRead);
      const pages = await Promise.allSettled(ids.map((id) => byId(id, signal)));
      const found = pages.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
      if (ids.length > 0 && found.length === 0) throw new StoreSilent('none of the pages could be read');
      return found;
    },
  };
};
