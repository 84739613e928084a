import type { NotificationRow } from '#contracts/notification/rows.ts';

/** Where a notification leads: to a page of the dashboard, or out of it. */
export type Target = { to: string } | { href: string } | null;

/** Where a notification leads; null for an address that is neither one of ours nor one of the web. */
export function targetOf({ type, url }: Pick<NotificationRow['data'], 'type' | 'url'>): Target {
  if (type !== 'sdk_update') return /^\/(?![/\\])/.test(url) ? { to: url } : null;
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  return protocol === 'https:' || protocol === 'http:' ? { href: url } : null;
}
