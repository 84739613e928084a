import type { AppRow } from '#contracts/app/rows.ts';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { PaletteEntry } from './places.ts';

/** Remembered places as they are called and stand now; pages and apps that are not open any more are left out. */
export function asOfNow(
  recent: readonly PaletteEntry[],
  pages: readonly PaletteEntry[],
  apps: readonly AppRow[],
): PaletteEntry[] {
  const groups = new Map(
    apps.flatMap((app) =>
      app.instances.flatMap((one) => (one.story_groups ?? []).map((group) => [`story_group:${group.id}`, group])),
    ),
  );
  return recent.flatMap((place): PaletteEntry[] => {
    if (place.kind === 'page') return pages.filter(({ key }) => key === place.key);
    if (place.kind === 'app')
      return apps
        .filter(({ id }) => place.key === `app:${id}`)
        .map(({ title, icon }) => ({ ...place, title, note: t(paletteWords.instanceHint), picture: icon }));
    const group = groups.get(place.key);
    return [group ? { ...place, title: group.title, picture: group.icon, status: group.status } : place];
  });
}
