import type { Page } from 'playwright-core';

/**
 * Goes to an address of the dashboard inside the page that is there, as Back and Forward do, and begins it at its top:
 * every address is answered with the same document, and a page that goes inside it costs a third of one that loads. What
 * the page before showed stands until the next one has come, so wait for what only that one shows; and what was read in
 * the last seconds is not read again, so load the page that has to see what was changed behind it.
 */
export const visitInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    // An entry of its own, as the router makes them: it tells pages from each other by the key.
    const idx: number = (history.state?.idx ?? 0) + 1;
    history.pushState({ usr: null, key: Math.random().toString(36).slice(2, 10), idx }, '', to);
    scrollTo(0, 0);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
