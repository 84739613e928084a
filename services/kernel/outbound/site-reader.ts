import { renderIcon, storeIcon } from '../media/icons.ts';
import type { UnreferencedFiles } from '../media/media-use.ts';
import type { OutboundClient, OutboundResponse } from './client.ts';
import { type Parsers, parsers } from './parsers/pool.ts';

/** What a web site says about itself. */
export interface SiteReader {
  /**
   * Title and icon of a site, and where redirects ended; null when it does not answer well within 5 s. Never throws.
   */
  read(url: string): Promise<{ url: string; title: string | null; icon: string | null } | null>;
}

const patienceMs = 5000;
const headOfPage = 256 * 1024;
const largestIcon = 1024 * 1024;
const iconTries = 2;

const isGood = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

/**
 * Opens the reader of web sites over the guarded client; without a store no icons are kept. Pages are read by `pool`.
 */
export const openSiteReader = (
  outbound: OutboundClient,
  store?: UnreferencedFiles,
  pool: Pick<Parsers, 'read' | 'warm'> = parsers,
): SiteReader => {
  const findIcon = async (page: string, icons: readonly string[], signal: AbortSignal): Promise<string | null> => {
    if (!store) return null;
    const seen = icons.filter((href) => URL.canParse(href, page) && !href.startsWith('data:'));
    for (const href of seen.slice(0, iconTries)) {
      try {
        const answer = await outbound.get(new URL(href, page).href, { maxBytes: largestIcon, signal });
        const icon = isGood(answer) ? await renderIcon(answer.body) : null;
        if (icon) return await storeIcon(icon, store);
      } catch {
        // A picture that cannot be had is no reason to do without the title.
      }
    }
    return null;
  };

  return {
    async read(url) {
      const signal = AbortSignal.timeout(patienceMs);
      // A name look-up cannot be called off, so the answer does not wait for it.
      const late = new Promise<null>((resolve) =>
        signal.addEventListener('abort', () => resolve(null), { once: true }),
      );
      pool.warm();
      const asked = outbound
        .get(url, {
          maxBytes: headOfPage,
          truncate: true,
          signal,
          headers: { accept: 'text/html,application/xhtml+xml' },
        })
        .catch(() => null);
      const answer = await Promise.race([asked, late]);
      if (!answer || !isGood(answer)) return null;
      if (!/html/i.test(answer.headers['content-type'] ?? 'text/html'))
        return { url: answer.url, title: null, icon: null };
      const page = { body: Uint8Array.from(answer.body), contentType: answer.headers['content-type'] ?? '' };
      const head = await Promise.race([pool.read('siteHead', page, signal).catch(() => null), late]);
      if (!head) return null;
      const icon = await Promise.race([findIcon(answer.url, head.icons, signal), late]);
      return { url: answer.url, title: head.title, icon };
    },
  };
};
