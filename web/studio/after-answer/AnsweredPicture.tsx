import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { blankDesign, withComponent } from '#contracts/studio/blank.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { Render } from '../../player/render/render.ts';
import type { ComponentState } from '../../player/render/state.ts';
import css from './AfterAnswer.module.css';
import type { AnsweredComponent } from './sample-looks.ts';

/** Properties of an AnsweredPicture; `background` is the story's, `name` is read aloud. */
export interface AnsweredPictureProps {
  one: AnsweredComponent;
  state: ComponentState;
  background: string | null;
  name: string;
}

/** So much of the story is seen around a component, in canvas units, and so wide is its picture at most, px. */
const [around, widest] = [16, 308];
const ground = '#2c2b3d';
const [locale, sdkFiles] = ['en', '/sdk/v1/'];

/** A design of one component alone, upright in the corner. */
const alone = ({ kind, component }: AnsweredComponent, background: string | null): Studio => {
  const only = {
    ...component,
    position: { x: around, y: around },
    rotation: 0,
    hidden: false,
    start_time: 0,
    end_time: null,
  };
  return { ...withComponent(blankDesign(), kind, only as typeof component), background: background ?? ground };
};

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

function Picture({ one, state, background, name }: AnsweredPictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const [render, setRender] = useState<Render | null>(null);
  const studio = useMemo(() => alone(one, background), [one, background]);
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
    render?.update(studio, { components: new Map([[one.component.id, state]]) });
  }, [render, studio, one.component.id, state]);
  const width = Math.min(canvas.width, one.component.size.width + 2 * around);
  const height = Math.min(canvas.height, one.component.size.height + 2 * around);
  const scale = Math.min(1, widest / width);
  return (
    <div className={css.frame} style={{ width: width * scale, height: height * scale }} role="img" aria-label={name}>
      <div
        ref={host}
        className={css.canvas}
        style={{ width: canvas.width * scale, height: canvas.height * scale }}
        aria-hidden
      />
    </div>
  );
}

/** Fields of a component that its picture does not show. */
const unseen = new Set(['position', 'rotation', 'z_index', 'start_time', 'end_time', 'name', 'locked', 'hidden']);

const looksSame = (before: AnsweredPictureProps, after: AnsweredPictureProps): boolean => {
  const [was, is] = [before.one.component, after.one.component];
  const { width, height } = was.size;
  if (before.name !== after.name || before.background !== after.background) return false;
  if (width !== is.size.width || height !== is.size.height) return false;
  return Object.entries(is).every(
    ([field, value]) => field === 'size' || unseen.has(field) || was[field as keyof typeof was] === value,
  );
};

/** A component after an answer, drawn by what the player draws it with; while it is only moved, nothing is drawn anew. */
export const AnsweredPicture = memo(Picture, looksSame);
