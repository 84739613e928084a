import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { fileKey } from '#contracts/api/ids.ts';
import { limits } from '#contracts/api/limits.ts';
import { isRefusedHost, isRefusedStoreId } from '#contracts/api/refused-apps.ts';
import { isBounded, isCleanText } from '#contracts/api/text.ts';
import type { AddApp } from '#contracts/app/commands.ts';
import type { AppDetails } from '#contracts/app/events.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { SiteReader } from '#kernel/outbound/site-reader.ts';
import { type StoreApp, StoreUnavailable } from '#kernel/outbound/stores/store-app.ts';
import { foundAddress, type StoreAddress, storeAddress } from './store-address.ts';

/** A title from outside, cut to fit; null when nothing of it can be kept. */
export const fittingTitle = (title: string | null | undefined): string | null => {
  if (!title) return null;
  const start = title.slice(0, limits.appTitle * 8);
  if (!isBounded(start, limits.appTitle) || !isCleanText(title)) return null;
  const cut = [...start.toWellFormed().normalize('NFC').trim()].slice(0, limits.appTitle).join('').trim();
  return cut === '' ? null : cut;
};

type Site = Awaited<ReturnType<SiteReader['read']>>;
type Words = Pick<NonNullable<Site>, 'title' | 'icon'> | null;

/** What a web site says, null when it is silent; 422 `AppRefused` when it leads to one that belongs to nobody's account. */
export const readSite = async (kernel: Pick<Kernel, 'sites'>, url: string): Promise<Site> => {
  const site = await kernel.sites.read(url);
  if (site && isRefusedHost(new URL(site.url).hostname)) throw new Refusal('AppRefused');
  return site;
};

/** What a new app that is in no store is called and shown with; `site` is what its web site says. */
export const ownDetails = (request: AddApp, address: StoreAddress, site: Words): AppDetails => ({
  title: fittingTitle(request.title) ?? fittingTitle(site?.title) ?? fittingTitle(address.fallbackTitle) ?? 'App',
  icon: fileKey.safeParse(site?.icon).data ?? null,
  developer: null,
  category: null,
  is_live: false,
});

/** Asks a store: 503 when it is silent, 422 `AppRefused` for an app that belongs to nobody's account. */
export const requireStoreAnswer = async <T extends StoreApp | null | StoreApp[]>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof StoreUnavailable ? new Refusal('StoreLookupUnavailable') : error;
  }
};

/** Whether one of the ids that a store knows an app by is refused. */
export const isRefusedApp = ({ store_id, bundle_id }: Pick<StoreApp, 'store_id' | 'bundle_id'>): boolean =>
  isRefusedStoreId(store_id) || (bundle_id !== null && isRefusedStoreId(bundle_id));

/** What a store says of an app, its picture put into the file store; without a picture the old one stays. */
export const storeDetails = async (kernel: Pick<Kernel, 'icons'>, app: StoreApp): Promise<Partial<AppDetails>> => {
  const icon = app.icon && (await kernel.icons.store(app.icon));
  const title = fittingTitle(app.title);
  return {
    ...(title ? { title } : {}),
    ...(icon ? { icon } : {}),
    developer: app.developer,
    category: app.category,
    is_live: true,
  };
};

const liveApp = async (kernel: Pick<Kernel, 'stores' | 'icons'>, request: AddApp, asked: StoreAddress) => {
  const store = asked.store_type as 'ios' | 'android';
  const found = await requireStoreAnswer(() => kernel.stores.byId(store, asked.store_id!));
  if (!found) throw refusalAt('store_id', 'AppNotInStore');
  if (isRefusedApp(found)) throw new Refusal('AppRefused');
  const read = await storeDetails(kernel, found);
  const title = fittingTitle(request.title);
  return {
    address: foundAddress(found),
    details: { ...ownDetails(request, asked, null), ...read, ...(title ? { title } : {}) },
  };
};

/** Where a new app is found and what it is called and shown with, read from its store or its web site. */
export const fetchNewApp = async (
  kernel: Pick<Kernel, 'sites' | 'stores' | 'icons'>,
  request: AddApp,
): Promise<{ address: StoreAddress; details: AppDetails }> => {
  const address = storeAddress(request);
  if ('website_url' in request)
    return { address, details: ownDetails(request, address, await readSite(kernel, address.website_url!)) };
  if (request.is_live !== false) return liveApp(kernel, request, address);
  return { address, details: ownDetails(request, address, null) };
};
