import type { z } from 'zod';
import { fill, type Phrase } from '../words/phrase.ts';
import { studioFieldWords } from '../words/studio-fields.en.ts';
import { sayFault } from '../words/worded.ts';
import { studioBytes } from './bytes.ts';
import { type FlatComponent, flatten } from './flat.ts';
import { type ComponentKind, isAnswerable } from './kinds.ts';
import { studioLimits } from './limits.ts';
import { studioShape } from './shape.ts';

const counted = (all: readonly FlatComponent[], fits: (kind: ComponentKind, one: FlatComponent) => boolean): number =>
  all.filter((one) => fits(one.kind, one)).length;

const fontsOf = (all: readonly FlatComponent[]): number =>
  new Set(all.flatMap((one) => ('text_font' in one.component ? [one.component.text_font] : []))).size;

/** A design as POST and PATCH take it; what is left out gets its default. */
export const studio = studioShape.superRefine((design, context) => {
  const refuse = (path: (string | number)[], phrase: Phrase) =>
    context.addIssue({ code: 'custom', path, message: sayFault(phrase) });
  const all = flatten(design);
  const most = (count: number, bound: number, phrase: Phrase, path: string[] = []) => {
    if (count > bound) refuse(path, phrase);
  };
  most(all.length, studioLimits.components, fill(studioFieldWords.tooMany, { most: studioLimits.components }));
  most(
    counted(all, isAnswerable),
    studioLimits.answerable,
    fill(studioFieldWords.tooManyAnswerable, { most: studioLimits.answerable }),
  );
  most(
    design.productTagData.length,
    studioLimits.productTags,
    fill(studioFieldWords.tooManyTags, { most: studioLimits.productTags }),
    ['productTagData'],
  );
  const swipes = design.ctaData.filter(({ type }) => type === 'swipe').length;
  most(swipes, studioLimits.swipes, studioFieldWords.swipeTwice, ['ctaData']);
  most(
    design.ctaData.length - swipes,
    studioLimits.buttons,
    fill(studioFieldWords.tooManyButtons, { most: studioLimits.buttons }),
    ['ctaData'],
  );
  most(fontsOf(all), studioLimits.fonts, fill(studioFieldWords.tooManyFonts, { most: studioLimits.fonts }));
  const seen = new Set<string>();
  for (const { list: name, at, component } of all) {
    if (seen.has(component.id)) refuse([name, at, 'id'], studioFieldWords.idTwice);
    seen.add(component.id);
  }
  if (context.issues.length === 0)
    most(studioBytes(design), studioLimits.bytes, fill(studioFieldWords.tooLarge, { most: studioLimits.bytes / 1024 }));
});
/** A design as it is sent. */
export type SentStudio = z.input<typeof studioShape>;
