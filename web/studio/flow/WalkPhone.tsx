import { useEffect, useRef } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import { sized } from '../../dashboard/kit/pictures/sized.ts';
import { fontUses } from '../../player/render/font-uses.ts';
import { loadFonts } from '../../player/render/fonts.ts';
import { createRender, type Render } from '../../player/render/render.ts';
import type { ComponentState, RenderActions } from '../../player/render/state.ts';
import { renderWordsFor, wordsFor } from '../../player/words.ts';
import { contentPicture, type StoryContent } from '../state/story-content.ts';
import css from './FlowWalkPanel.module.css';

/** Properties of a WalkPhone; `onAnswer` is told which component was answered with what. */
export interface WalkPhoneProps {
  content: StoryContent;
  given: ReadonlyMap<string, string>;
  onAnswer: (componentId: string, value: string) => void;
}

const locale = 'en';
const sdkFiles = '/sdk/v1/';
const width = 400;

const statesOf = (given: ReadonlyMap<string, string>): ReadonlyMap<string, ComponentState> =>
  new Map([...given].map(([id, value]) => [id, { value, final: true }]));

/** A story as viewers see it, whose components can be answered; nothing is sent. */
export function WalkPhone({ content, given, onAnswer }: WalkPhoneProps) {
  const place = useRef<HTMLDivElement>(null);
  const now = useRef({ onAnswer });
  now.current = { onAnswer };
  const render = useRef<Render | null>(null);
  const medium = useRef<HTMLImageElement | null>(null);
  const src = contentPicture(content);
  useEffect(() => {
    const words = renderWordsFor(wordsFor(locale), locale, new Map());
    const act: RenderActions = {
      answer: (one, value) => now.current.onAnswer(one.component.id, value),
      toggle: () => undefined,
      open: (_one, _link, event) => event.preventDefault(),
    };
    const made = createRender(place.current!, { words, rtl: false, act });
    render.current = made;
    return () => {
      render.current = null;
      made.dispose();
    };
  }, []);
  useEffect(() => {
    medium.current =
      src === null
        ? null
        : Object.assign(document.createElement('img'), {
            alt: '',
            draggable: false,
            ...sized(src, width, storyWidths),
          });
  }, [src]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another drawing
  useEffect(() => {
    const words = renderWordsFor(wordsFor(locale), locale, new Map());
    void loadFonts(sdkFiles, fontUses(content.studio, words));
    render.current?.update(content.studio, { medium: medium.current, components: statesOf(given) });
  }, [content.studio, given, src]);
  return <div ref={place} className={css.phone} />;
}
