import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { openIconReader } from '#kernel/media/icons.ts';
import { openStoreClient, openStoreLookup } from '#kernel/outbound/stores/lookup.ts';
import { type StandInApp, startStores } from '#kernel/testing/store-stand-in.ts';
import { startDashboard } from './dashboard.ts';
import type { Person } from './harness.ts';

/** A dashboard whose stores are the stand-in with these apps, and whose web sites all have one title. */
export const startDashboardWithStores = async (
  t: Test,
  apps: StandInApp[],
  options: { now?: () => EpochMs; siteTitle: string; settings?: Record<string, string> },
) => {
  const stores = await startStores(apps);
  t.teardown(stores.stop);
  const { siteTitle: title, ...more } = options;
  const w = await startDashboard(t, more);
  w.kernel.stores = openStoreLookup({ apple: stores.url, google: stores.url });
  w.kernel.icons = openIconReader(openStoreClient(stores.url), w.kernel);
  w.kernel.sites = { read: async (url) => ({ url, title, icon: null }) };

  /** Makes something through the API and answers it. */
  const make = async (path: string, as: Person, body: object) => {
    const answer = await w.inject('POST', `/api${path}`, { as, body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data;
  };
  /** Adds an iOS app that is in no store. */
  const addApp = (as: Person, title: string, store_id: string) =>
    make('/app', as, { store_id, store_type: 'ios', is_live: false, title });
  /** Opens a page that closes with the test. */
  const open = async (test: Test, context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage();
    test.teardown(() => context.close());
    await page.goto(w.base + path);
    return page;
  };
  return { ...w, stage: stores.stage, make, addApp, open };
};
