import { isRefusedHost, isRefusedStoreId } from '#contracts/refused-apps.ts';

/** What the dialog that adds an app asks for. */
export interface AppForm {
  kind: 'mobile' | 'web';
  live: boolean;
  store: 'ios' | 'android';
  storeId: string;
  website: string;
  title: string;
}

/** The empty form. */
export const newApp: AppForm = { kind: 'mobile', live: false, store: 'ios', storeId: '', website: '', title: '' };

/** A store id as stores write it: a bare number gets the prefix 'id'. */
export function storeIdOf(text: string): string {
  const trimmed = text.trim();
  return /^\d+$/.test(trimmed) ? `id${trimmed}` : trimmed;
}

/** Whether an app or site belongs to one of the well-known companies that are refused. */
export function isRefused(form: AppForm): boolean {
  if (form.kind === 'mobile') return isRefusedStoreId(storeIdOf(form.storeId));
  const text = form.website.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && isRefusedHost(new URL(address).hostname);
}

/** Whether the form names something that can be added. */
export function isComplete(form: AppForm): boolean {
  return form.kind === 'web' ? form.website.trim() !== '' : !form.live && form.storeId.trim() !== '';
}

/** The request that adds the app. */
export function requestOf(form: AppForm): Record<string, unknown> {
  const title = form.title.trim() ? { title: form.title.trim() } : {};
  if (form.kind === 'web') return { website_url: form.website.trim(), ...title };
  return { store_id: storeIdOf(form.storeId), store_type: form.store, is_live: form.live, ...title };
}

/** A token as tables show it: the first 20 and the last 7 characters. */
export function shortToken(token: string): string {
  return token.length > 27 ? `${token.slice(0, 20)}…${token.slice(-7)}` : token;
}
