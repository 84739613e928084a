import { useEffect, useRef } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { sized } from '../kit/pictures/sized.ts';
import css from './DesignLayer.module.css';
import { useNear } from './use-near.ts';

/** Properties of a DesignLayer; `src` is the story's picture, which the design lays out itself, so many px wide at most. */
export interface DesignLayerProps {
  studio: Studio;
  src: string | null;
  width: number;
  /** Fades the design of an inactive story. */
  off?: boolean;
}

const locale = 'en';
/** Where the files of the SDK are, fonts among them. */
const sdkFiles = '/sdk/v1/';

/** Draws a design in an element; answers the function that takes it away. */
async function drawn(host: HTMLElement, { studio, src, width }: Omit<DesignLayerProps, 'off'>): Promise<() => void> {
  const [{ createRender }, { fontUses }, { loadFonts }, { renderWordsFor, wordsFor }] = await Promise.all([
    import('../../player/render/render.ts'),
    import('../../player/render/font-uses.ts'),
    import('../../player/render/fonts.ts'),
    import('../../player/words.ts'),
  ]);
  const words = renderWordsFor(wordsFor(locale), locale, new Map());
  void loadFonts(sdkFiles, fontUses(studio, words));
  const render = createRender(host, { words, rtl: false });
  const medium = src === null ? null : document.createElement('img');
  if (medium && src !== null) Object.assign(medium, { alt: '', draggable: false, ...sized(src, width, storyWidths) });
  render.update(studio, { medium });
  return () => render.dispose();
}

/**
 * A story's design over its picture, in the size of its place. It is drawn once it comes near the window, by what the player
 * draws it with, and is nothing to readers of screens: whoever shows it says what it is.
 */
export function DesignLayer({ studio, src, width, off }: DesignLayerProps) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNear(place);
  useEffect(() => {
    const host = place.current;
    if (!near || !host) return;
    let away = false;
    let clear = () => {};
    void drawn(host, { studio, src, width }).then(
      (remove) => {
        if (away) remove();
        else clear = remove;
      },
      // Without what draws it, the picture below stands for the story.
      () => {},
    );
    return () => {
      away = true;
      clear();
    };
  }, [near, studio, src, width]);
  return <span ref={place} className={css.layer} data-kit="design" data-off={off || undefined} aria-hidden />;
}
