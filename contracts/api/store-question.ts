/** The stores that apps are looked up in. */
export const mobileStores = ['ios', 'android'] as const;
export type MobileStore = (typeof mobileStores)[number];

/** How long the dashboard waits after the last key before it asks a store, in ms. */
export const storeSearchPauseMs = 1200;

/** What a text that somebody typed asks a store for; `store_type` is null where the text fits both stores. */
export type StoreQuestion = { store_id: string; store_type: MobileStore | null } | { app_name: string };

const packageName = /^[a-z][\w-]*(\.[a-z0-9][\w-]*)+$/i;
const storeLink = /^(?:https?:\/\/)?([a-z0-9.-]+)(\/[^\s]*)$/i;

const fromLink = (host: string, rest: string): StoreQuestion | null => {
  const lower = host.toLowerCase();
  if (/(^|\.)(itunes|apps)\.apple\.com$/.test(lower)) {
    const number = /\/id(\d{1,15})(?=[/?#]|$)/i.exec(rest)?.[1];
    return number ? { store_id: `id${number}`, store_type: 'ios' } : null;
  }
  if (/(^|\.)play\.google\.com$/.test(lower)) {
    const name = /[?&]id=([\w.]{1,200})/.exec(rest)?.[1];
    return name ? { store_id: name, store_type: 'android' } : null;
  }
  return null;
};

/** Reads what somebody typed: a store link, id digits (which get the prefix 'id') or a package name is an id, all else a name; null for nothing. */
export const storeQuestion = (typed: string): StoreQuestion | null => {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const digits = /^(?:id)?(\d{1,15})$/i.exec(trimmed)?.[1];
  if (digits) return { store_id: `id${digits}`, store_type: 'ios' };
  const [, host, rest] = storeLink.exec(trimmed) ?? [];
  const linked = host && rest ? fromLink(host, rest) : null;
  if (linked) return linked;
  return packageName.test(trimmed) ? { store_id: trimmed, store_type: null } : { app_name: trimmed };
};
