import type { AppRow } from '#contracts/app/rows.ts';

const names: Record<AppRow['store_type'], string> = { ios: 'iOS', android: 'Android', web: 'Web' };

/** What the badge beside an app's name says. */
export function storeName(app: Pick<AppRow, 'store_type'>): string {
  return names[app.store_type];
}
