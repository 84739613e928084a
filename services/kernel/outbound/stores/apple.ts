import type { OutboundClient } from '../client.ts';
import { parsers } from '../parsers/pool.ts';
import { maxResults, type StoreApp, type StoreReader, StoreUnavailable } from './store-app.ts';

const maxAnswer = 1_000_000;

/** Apple's search API: `GET /lookup` and `GET /search` below `base`. */
export const openAppleStore = (outbound: OutboundClient, base: string): StoreReader => {
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<StoreApp[]> => {
    const search = new URLSearchParams({ ...query, country: 'us', entity: 'software' });
    const { status, body } = await outbound.get(`${base}${path}?${search}`, {
      maxBytes: maxAnswer,
      signal,
      headers: { accept: 'application/json, text/javascript' },
    });
    if (status !== 200) throw new StoreUnavailable(`the store answered ${status}`);
    return parsers.read('appleApps', Uint8Array.from(body), signal);
  };

  return {
    async byId(id, signal) {
      const number = /^id(\d+)$/i.exec(id)?.[1];
      const found = await ask('/lookup', number ? { id: number } : { bundleId: id }, signal);
      if (found.length === 0) return null;
      const right = found.find((app) =>
        number ? app.store_id === `id${Number(number)}` : app.bundle_id?.toLowerCase() === id.toLowerCase(),
      );
      if (!right) throw new StoreUnavailable('the answer is about another app');
      return right;
    },
    byName: async (name, signal) =>
      (await ask('/search', { term: name, limit: String(maxResults) }, signal)).slice(0, maxResults),
  };
};
