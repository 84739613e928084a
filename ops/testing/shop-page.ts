import type { BrowserContext, Page } from 'playwright-core';

/** A page of a shop beside the server at `base`, with the player of an instance in it. */
export const openShopPage = async (context: BrowserContext, base: string, token: string): Promise<Page> => {
  const shop = await context.newPage();
  await shop.route('**/shop', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Marlow</title><script type="module" src="${base}/sdk/v1/player.js"></script><story-rail token="${token}"></story-rail></html>`,
    }),
  );
  await shop.goto(`${base}/shop`);
  return shop;
};
