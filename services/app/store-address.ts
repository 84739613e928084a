import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { isRefusedHost, isRefusedStoreId } from '#contracts/api/refused-apps.ts';
import type { AddApp } from '#contracts/app/commands.ts';
import type { storeTypes } from '#contracts/app/events.ts';
import type { AppState } from '#contracts/app/state.ts';
import { appWords } from '#contracts/words/app.en.ts';
import type { StoreApp } from '#kernel/outbound/stores/store-app.ts';

/** Where an app is found: its id in a store, or the address of a web site. */
export type StoreAddress = Pick<AppState, 'store_type' | 'store_id' | 'website_url'> & {
  /** What names the app when nobody gives it a title: its id or its host. */
  fallbackTitle: string;
  /** Equal for two addresses of the same app. */
  key: string;
};

const iosId = /^(id\d{1,15}|[a-z0-9-]+(\.[a-z0-9-]+)+)$/i;
const androidId = /^[a-z]\w*(\.[a-z]\w*)+$/i;

const mobileAddress = (storeId: string, storeType: 'ios' | 'android'): StoreAddress => {
  const trimmed = storeId.trim();
  if (isRefusedStoreId(trimmed)) throw new Refusal('AppRefused');
  const given = storeType === 'ios' && /^(id)?\d+$/i.test(trimmed) ? `id${trimmed.replace(/^id/i, '')}` : trimmed;
  if (storeType === 'ios' && !iosId.test(given)) throw invalidField('store_id', appWords.iosId);
  if (storeType === 'android' && !androidId.test(given)) throw invalidField('store_id', appWords.androidId);
  return { store_type: storeType, store_id: given, website_url: null, fallbackTitle: given, key: given.toLowerCase() };
};

const parsedSite = (given: string): URL | null => {
  const trimmed = given.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const site = new URL(withScheme);
  const isWeb = site.protocol === 'https:' || site.protocol === 'http:';
  return isWeb && !site.username && !site.password && /[^.]\.[^.]/.test(site.hostname) ? site : null;
};

const siteAddress = (given: string): StoreAddress => {
  const site = parsedSite(given);
  if (!site) throw invalidField('website_url', appWords.siteAddress);
  const host = site.hostname.replace(/\.$/, '');
  if (isRefusedHost(host)) throw new Refusal('AppRefused');
  const path = site.pathname.replace(/\/+$/, '');
  const bare = host.replace(/^www\./, '');
  return {
    store_type: 'web',
    store_id: null,
    website_url: `${site.protocol}//${site.host.replace(/\.(?=:|$)/, '')}${path}`,
    fallbackTitle: bare,
    key: bare,
  };
};

/** The checked and normalised address in a request to add an app. Refused apps are refused before anything else. */
export const storeAddress = (request: AddApp): StoreAddress =>
  'website_url' in request ? siteAddress(request.website_url) : mobileAddress(request.store_id, request.store_type);

/** The address of an app as its store answered it. */
export const foundAddress = ({ store_id, store_type }: Pick<StoreApp, 'store_id' | 'store_type'>): StoreAddress =>
  mobileAddress(store_id, store_type);

/** The key of an app that exists, as `storeAddress` made it. */
export const keyOfApp = (app: Pick<AppState, 'store_type' | 'store_id' | 'website_url'>): string =>
  app.store_type === 'web' ? new URL(app.website_url!).hostname.replace(/^www\./, '') : app.store_id!.toLowerCase();

/** The scope in which addresses of one account's apps are unique. */
export const claimScope = (accountId: string, storeType: (typeof storeTypes)[number]): string =>
  `app:${accountId}:${storeType}`;
