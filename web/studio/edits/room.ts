import { withComponent } from '#contracts/studio/blank.ts';
import { studioBytes } from '#contracts/studio/bytes.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** A component with its kind. */
export type KindComponent = Pick<FlatComponent, 'kind' | 'component'>;

/** What a design has too many of for one component more. */
export type RoomReason = 'components' | 'answerable' | 'productTags' | 'swipes' | 'buttons' | 'fonts' | 'bytes';

const isCta = (type: string) => (one: KindComponent) =>
  one.kind === 'cta' && (one.component as { type: string }).type === type;

const counted: readonly (readonly [RoomReason & keyof typeof studioLimits, (one: KindComponent) => boolean])[] = [
  ['components', () => true],
  ['answerable', ({ kind }) => isAnswerable(kind)],
  ['productTags', ({ kind }) => kind === 'product_tag'],
  ['swipes', isCta('swipe')],
  ['buttons', isCta('button')],
];

/** Why a design has no room for one component more; null where it has. */
export function noRoomFor(design: Studio, added: KindComponent): RoomReason | null {
  const all: KindComponent[] = [...flatten(design), added];
  for (const [reason, counts] of counted)
    if (counts(added) && all.filter(counts).length > Number(studioLimits[reason])) return reason;
  const fonts = new Set(all.flatMap(({ component }) => ('text_font' in component ? [component.text_font] : [])));
  if (fonts.size > studioLimits.fonts) return 'fonts';
  const whole = withComponent(design, added.kind, added.component as FlatComponent['component']);
  return studioBytes(whole) > studioLimits.bytes ? 'bytes' : null;
}
