import { Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioFlowWords as flowWords } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { fontUses } from '../../player/render/font-uses.ts';
import { loadFonts } from '../../player/render/fonts.ts';
import { createRender, type Render } from '../../player/render/render.ts';
import type { ComponentState, RenderActions } from '../../player/render/state.ts';
import { renderWordsFor, wordsFor } from '../../player/words.ts';
import type { StoryContent } from '../state/story-content.ts';
import css from './FlowWalkPanel.module.css';
import { useWalkMedium } from './use-walk-medium.ts';

/** Properties of a WalkPhone; `onAnswer` is told which component was answered with what. */
export interface WalkPhoneProps {
  content: StoryContent;
  given: ReadonlyMap<string, string>;
  onAnswer: (componentId: string, value: string) => void;
}

const locale = 'en';
const sdkFiles = '/sdk/v1/';

const statesOf = (given: ReadonlyMap<string, string>): ReadonlyMap<string, ComponentState> =>
  new Map([...given].map(([id, value]) => [id, { value, final: true }]));

/** A story as viewers see it, whose components can be answered and whose video plays, without its sound; nothing is sent. */
export function WalkPhone({ content, given, onAnswer }: WalkPhoneProps) {
  const place = useRef<HTMLDivElement>(null);
  const now = useRef({ onAnswer });
  now.current = { onAnswer };
  const render = useRef<Render | null>(null);
  const { element, playing, play } = useWalkMedium(content);
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
    const words = renderWordsFor(wordsFor(locale), locale, new Map());
    void loadFonts(sdkFiles, fontUses(content.studio, words));
    render.current?.update(content.studio, { medium: element, components: statesOf(given) });
  }, [content.studio, given, element]);
  return (
    <div className={css.phone}>
      <div ref={place} className={css.screen} />
      {playing === null ? null : (
        <IconButton
          className={css.film!}
          size="small"
          variant="outlined"
          label={t(playing ? flowWords.pauseVideo : flowWords.playVideo)}
          icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => play(!playing)}
        />
      )}
    </div>
  );
}
