import { z } from 'zod';
import type { StoreApp } from '../stores/store-app.ts';
import { pageTitle } from './page-title.ts';

const one = z.object({
  trackId: z.int().positive(),
  bundleId: z.string().max(300).optional(),
  trackName: z.string(),
  artistName: z.string().optional(),
  sellerName: z.string().optional(),
  primaryGenreName: z.string().optional(),
  artworkUrl512: z.string().max(2000).optional(),
  artworkUrl100: z.string().max(2000).optional(),
  artworkUrl60: z.string().max(2000).optional(),
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

/** The apps in an answer of Apple's search API; throws for what is no such answer. */
export const appleApps = (body: Uint8Array): StoreApp[] => {
  const { data } = answer.safeParse(JSON.parse(new TextDecoder().decode(body)));
  if (!data) throw new Error('the answer has another shape');
  const apps = data.results.map(asApp).filter((app) => app !== null);
  if (data.results.length > 0 && apps.length === 0) throw new Error('the answer holds no app');
  return apps;
};
