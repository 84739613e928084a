import { flatten } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { kindOfItem, type PaletteItem } from './palette-items.ts';

/** Why a story takes no more components of an item, in words; null where it does. */
export function fullReason(design: Studio, item: PaletteItem): string | null {
  const all = flatten(design);
  if (all.length >= studioLimits.components)
    return t(studioPanelWords.fullComponents, { most: studioLimits.components });
  const swipes = design.ctaData.filter(({ type }) => type === 'swipe').length;
  if (item === 'swipe') return swipes < studioLimits.swipes ? null : t(studioPanelWords.fullSwipe);
  if (item === 'button')
    return design.ctaData.length - swipes < studioLimits.buttons
      ? null
      : t(studioPanelWords.fullButtons, { most: studioLimits.buttons });
  if (item === 'product_tag')
    return design.productTagData.length < studioLimits.productTags
      ? null
      : t(studioPanelWords.fullTags, { most: studioLimits.productTags });
  if (!isAnswerable(kindOfItem(item))) return null;
  return all.filter(({ kind }) => isAnswerable(kind)).length < studioLimits.answerable
    ? null
    : t(studioPanelWords.fullAnswerable, { most: studioLimits.answerable });
}
