import type { OutboundClient, OutboundResponse } from '../client.ts';
import { parsers } from '../parsers/pool.ts';
import { type StoreReader, StoreUnavailable } from './store-app.ts';

const maxPage = 3_000_000;
/** Each app found is a page more to read. */
const mostRead = 3;

const pageOf = ({ status, headers, body }: OutboundResponse): Uint8Array => {
  if (status !== 200) throw new StoreUnavailable(`the store answered ${status}`);
  if (!/html/i.test(headers['content-type'] ?? '')) throw new StoreUnavailable('the answer is no page');
  return Uint8Array.from(body);
};

/** The pages of Google Play below `base`: an app's page with its JSON-LD, and the page of a search with its links. */
export const openGoogleStore = (outbound: OutboundClient, base: string): StoreReader => {
  const read = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    outbound.get(`${base}${path}?${new URLSearchParams({ ...query, hl: 'en', gl: 'US' })}`, {
      maxBytes: maxPage,
      truncate: true,
      signal,
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });

  const byId: StoreReader['byId'] = async (id, signal) => {
    const page = await read('/store/apps/details', { id }, signal);
    return page.status === 404 ? null : parsers.read('playApp', { body: pageOf(page), id }, signal);
  };

  return {
    byId,
    async byName(name, signal) {
      const page = pageOf(await read('/store/search', { q: name, c: 'apps' }, signal));
      const ids = (await parsers.read('playFound', page, signal)).slice(0, mostRead);
      const pages = await Promise.allSettled(ids.map((id) => byId(id, signal)));
      const found = pages.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
      if (ids.length > 0 && found.length === 0) throw new StoreUnavailable('none of the pages could be read');
      return found;
    },
  };
};
