import type { AppRow } from '#contracts/app/rows.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';

const names: Record<AppRow['store_type'], string> = {
  ios: 'iOS',
  android: t(shellWords.android),
  web: t(shellWords.web),
};

/** What the badge beside an app's name says. */
export function storeName(app: Pick<AppRow, 'store_type'>): string {
  return names[app.store_type];
}
