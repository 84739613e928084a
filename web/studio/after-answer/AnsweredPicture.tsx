import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import { blankDesign, withComponent } from '#contracts/studio/blank.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { sized } from '../../dashboard/kit/pictures/sized.ts';
import type { Render } from '../../player/render/render.ts';
import type { ComponentState } from '../../player/render/state.ts';
import css from './AfterAnswer.module.css';
import { isSamePicture, type PicturedComponent } from './same-picture.ts';
import type { AnsweredComponent } from './sample-looks.ts';

/** Properties of an AnsweredPicture. */
export interface AnsweredPictureProps extends PicturedComponent {
  state: ComponentState;
}

/** So much of the story is seen around a component, in canvas units, and so wide is its picture at most, px. */
const [around, widest] = [16, 308];
const ground = '#2c2b3d';
const [locale, sdkFiles] = ['en', '/sdk/v1/'];

/** A design of one component alone, upright and where it lies in its story. */
const alone = ({ kind, component }: AnsweredComponent, { background, medium }: PicturedComponent['story']): Studio => {
  const only = { ...component, rotation: 0, hidden: false, start_time: 0, end_time: null };
  return { ...withComponent(blankDesign(), kind, only as typeof component), medium, background: background ?? ground };
};

/** The element that shows the picture of a story in the size of its canvas; null without one. */
const mediumOf = (src: string | null): HTMLImageElement | null =>
  src === null
    ? null
    : Object.assign(document.createElement('img'), {
        alt: '',
        draggable: false,
        ...sized(src, canvas.width, storyWidths),
      });

async function renderIn(host: HTMLElement, studio: Studio): Promise<Render> {
  const [{ createRender }, { fontUses }, { loadFonts }, { renderWordsFor, wordsFor }] = await Promise.all([
    import('../../player/render/render.ts'),
    import('../../player/render/font-uses.ts'),
    import('../../player/render/fonts.ts'),
    import('../../player/words.ts'),
  ]);
  const words = renderWordsFor(wordsFor(locale), locale, new Map());
  void loadFonts(sdkFiles, fontUses(studio, words));
  return createRender(host, { words, rtl: false });
}

function Picture({ one, state, story, name }: AnsweredPictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const [render, setRender] = useState<Render | null>(null);
  const { background, medium, src } = story;
  const studio = useMemo(() => alone(one, { background, medium, src }), [one, background, medium, src]);
  const picture = useMemo(() => mediumOf(src), [src]);
  const first = useRef(studio);
  useEffect(() => {
    let away = false;
    let made: Render | null = null;
    renderIn(host.current!, first.current).then(
      (drawn) => {
        made = drawn;
        if (away) drawn.dispose();
        else setRender(drawn);
      },
      // Without what draws it, the frame stays empty.
      () => {},
    );
    return () => {
      away = true;
      made?.dispose();
    };
  }, []);
  useEffect(() => {
    render?.update(studio, { components: new Map([[one.component.id, state]]), medium: picture });
  }, [render, studio, one.component.id, state, picture]);
  const { position, size } = one.component;
  const width = Math.min(canvas.width, size.width + 2 * around);
  const height = Math.min(canvas.height, size.height + 2 * around);
  const scale = Math.min(1, widest / width);
  return (
    <div className={css.frame} style={{ width: width * scale, height: height * scale }} role="img" aria-label={name}>
      <div
        ref={host}
        className={css.canvas}
        style={{
          width: canvas.width * scale,
          height: canvas.height * scale,
          transform: `translate(${(around - position.x) * scale}px, ${(around - position.y) * scale}px)`,
        }}
        aria-hidden
      />
    </div>
  );
}

/** A component after an answer, drawn by what the player draws it with; what its picture does not show draws nothing anew. */
export const AnsweredPicture = memo(Picture, isSamePicture);
