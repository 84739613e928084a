import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { componentSays } from '#contracts/studio/title.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** What a component is called where no words of its own are at hand: of links, a swipe is one thing, a button another. */
const kindOf = ({ kind, component }: Pick<FlatComponent, 'kind' | 'component'>): string =>
  kind === 'cta' && 'type' in component && component.type === 'swipe'
    ? t(studioCanvasWords.swipe)
    : t(componentWords[kind]);

/** What a kind that may be unknown is called, with what it says of itself: 'Poll: Which coat?'. */
export const namedKind = (kind: ComponentKind | null, says: string): string => {
  const name = kind === null ? t(studioCanvasWords.unknownKind) : t(componentWords[kind]);
  return says === '' ? name : t(studioCanvasWords.named, { kind: name, words: says });
};

/** The name of a component: its kind and what it says of itself, 'Poll: Which coat?'. */
export const componentLabel = (one: FlatComponent): string => {
  const says = componentSays(one);
  return says === '' ? kindOf(one) : t(studioCanvasWords.named, { kind: kindOf(one), words: says });
};
