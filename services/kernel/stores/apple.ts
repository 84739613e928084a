import { z } from 'zod';
import type { Outbound } from '../outbound/fetch.ts';
import { pageTitle } from '../outbound/html-head.ts';
import { mostFound, type StoreApp, type StoreReader, StoreSilent } from './store-app.ts';

const maxAnswer = 1_000_000;

const one = z.object({
  trackId: z.int().positive(),
  bundleId: z.string().max(300).optional(),
  trackName: z.string(),
  artistName: z.string().optional(),
  sellerName: z.string().optional(),
  primaryGenreName: z.string().optional(),
  artworkUrl512: z.string().optional(),
  artworkUrl100: z.string().optional(),
  artworkUrl60: z.string().optional(),
  trackViewUrl: z.string().optional(),
});
const answer = z.object({ resultCount: z.int(), results: z.array(z.unknown()).max(200) });

const asApp = (result: unknown): StoreApp | null => {
  const { data } = one.safeParse(result);
  const title = data && pageTitle(data.trackName);
  if (!data || !title) return null;
  const store_id = `id${data.trackId}`;
  return {
    store_type: 'ios',
    store_id,
    bundle_id: data.bundleId ?? null,
    title,
    developer: pageTitle(data.artistName ?? data.sellerName ?? ''),
    category: pageTitle(data.primaryGenreName ?? ''),
    icon: data.artworkUrl512 ?? data.artworkUrl100 ?? data.artworkUrl60 ?? null,
    url: `https://apps.apple.com/app/${store_id}`,
  };
};

/** Apple's search API: `GET /lookup` and `GET /search` below `base`. */
export const openAppleStore = (outbound: Outbound, base: string): StoreReader => {
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<StoreApp[]> => {
    const search = new URLSearchParams({ ...query, country: 'us', entity: 'software' });
    const { status, body } = await outbound.get(`${base}${path}?${search}`, {
      maxBytes: maxAnswer,
      signal,
      headers: { accept: 'application/json, text/javascript' },
    });
    if (status !== 200) throw new StoreSilent(`the store answered ${status}`);
    const { data } = answer.safeParse(JSON.parse(body.toString('utf8')));
    if (!data) throw new StoreSilent('the answer has another shape');
    const apps = data.results.map(asApp).filter((app) => app !== null);
    if (data.results.length > 0 && apps.length === 0) throw new StoreSilent('the answer holds no app');
    return apps;
  };

  return {
    async byId(id, signal) {
      const number = /^id(\d+)$/i.exec(id)?.[1];
      const found = await ask('/lookup', number ? { id: number } : { bundleId: id }, signal);
      if (found.length === 0) return null;
      const right = found.find((app) =>
        number ? app.store_id === `id${Number(number)}` : app.bundle_id?.toLowerCase() === id.toLowerCase(),
      );
      if (!right) throw new StoreSilent('the answer is about another app');
      return right;
    },
    byName: async (name, signal) =>
      (await ask('/search', { term: name, limit: String(mostFound) }, signal)).slice(0, mostFound),
  };
};
