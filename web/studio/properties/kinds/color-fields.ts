import type { FlatComponent } from '#contracts/studio/flat.ts';
import { textSizes } from '#contracts/studio/fonts.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { type ShownContrast, shownContrast } from '../ContrastLine.tsx';

/** A color of a component, as its field shows it. */
export interface ColorOfKind {
  field: string;
  label: string;
  value: string | null;
  /** What having no color is called, where it may have none. */
  noneLabel?: string;
  contrast: ShownContrast | null;
}

type Looks = Exclude<FlatComponent, { kind: 'image' }>;

const sizeOf = (one: Looks): number =>
  one.kind === 'cta' ? (textSizes[one.component.text_size - 1] ?? textSizes[1]) : one.component.font_size;

const accentOf = {
  reaction: studioPropertyWords.colorChosen,
  quiz: studioPropertyWords.colorChosen,
  poll: studioPropertyWords.colorBars,
  rating: studioPropertyWords.colorStars,
  countdown: studioPropertyWords.colorBoxes,
} as const;

/** The colors of a component with what they are called, and the contrast of the words that they are behind. */
export function colorFields(one: Looks): ColorOfKind[] {
  const { text_color, background, text_weight } = one.component;
  const size = sizeOf(one);
  const on = (ground: string | null, weight: number) => shownContrast(text_color, ground, size, weight);
  const isCard = one.kind !== 'cta' && one.kind !== 'text';
  const ground: ColorOfKind = {
    field: 'background',
    label: isCard ? t(studioPropertyWords.colorCard) : t(studioPropertyWords.colorBackground),
    value: background,
    noneLabel: t(studioPropertyWords.noBackground),
    contrast: null,
  };
  if (one.kind === 'reaction') return [ground, accent(one.kind, one.component.accent_color)];
  const text: ColorOfKind = {
    field: 'text_color',
    label: t(studioPropertyWords.colorText),
    value: text_color,
    contrast: on(background, isCard ? 700 : text_weight),
  };
  if (one.kind === 'cta' && one.component.type === 'swipe')
    return [ground, text, plain('icon_color', t(studioPropertyWords.colorIcon), one.component.icon_color)];
  if (!isCard || one.kind === 'product_tag') return [ground, text];
  const { option_color, accent_color } = one.component;
  const option = {
    ...plain('option_color', t(studioPropertyWords.colorOption), option_color),
    contrast: on(option_color, text_weight),
  };
  const hasOptions = one.kind === 'quiz' || one.kind === 'poll';
  const bell = one.kind === 'countdown' && one.component.reminder;
  const own = [ground, text, ...(hasOptions ? [option] : []), accent(one.kind, accent_color)];
  if (bell) return [...own, { ...option, label: t(studioPropertyWords.colorBell) }];
  if (one.kind !== 'quiz') return own;
  const { right_color, wrong_color } = one.component;
  return [
    ...own,
    plain(
      'right_color',
      t(studioPropertyWords.colorRight),
      right_color,
      shownContrast('#ffffff', right_color, 24, 400),
    ),
    plain(
      'wrong_color',
      t(studioPropertyWords.colorWrong),
      wrong_color,
      shownContrast('#ffffff', wrong_color, 24, 400),
    ),
  ];
}

const plain = (field: string, label: string, value: string, contrast: ShownContrast | null = null): ColorOfKind => ({
  field,
  label,
  value,
  contrast,
});

const accent = (kind: keyof typeof accentOf, value: string): ColorOfKind =>
  plain('accent_color', t(accentOf[kind]), value);
