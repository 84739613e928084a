import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { KitChange } from './brand-part.ts';

/** A kit that is being changed, how it was when that began, and what its colors are told apart by, each in its place. */
export interface KitEdit {
  kit: BrandKit;
  base: BrandKit;
  colorIds: readonly string[];
}

/** Begins to change a kit. */
export const begunEdit = (kit: BrandKit): KitEdit => ({
  kit,
  base: kit,
  colorIds: kit.colors.map((_, at) => String(at)),
});

/** The ids of colors after a change: one that was moved takes its own along, one that was changed keeps that of its place. */
function idsAfter({ kit, colorIds }: KitEdit, colors: BrandKit['colors']): readonly string[] {
  if (colors === kit.colors) return colorIds;
  const known = new Map(kit.colors.map((color, at) => [color, colorIds[at]!]));
  const moved = new Set(colors.map((color) => known.get(color)));
  let last = Math.max(-1, ...colorIds.map(Number));
  return colors.map((color, at) => {
    const inPlace = colorIds[at];
    const kept = known.get(color) ?? (inPlace !== undefined && !moved.has(inPlace) ? inPlace : undefined);
    if (kept !== undefined) return kept;
    last += 1;
    return String(last);
  });
}

/** An edit with a change; none stays none: what comes late, as a picture that was uploaded, opens nothing again. */
export function changedEdit(edit: KitEdit | null, change: KitChange): KitEdit | null {
  if (!edit) return null;
  const kit = { ...edit.kit, ...change(edit.kit) };
  return { ...edit, kit, colorIds: idsAfter(edit, kit.colors) };
}

/** What is left of an edit once `sent` was saved: nothing, or what was changed meanwhile, which is yet to be saved. */
export const editAfterSave = (now: KitEdit | null, sent: KitEdit, saved: BrandKit): KitEdit | null =>
  now === null || now === sent ? null : { ...now, base: saved };
