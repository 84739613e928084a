import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { frameAround, frameOf, type PlacedBox } from '../edits/boxes.ts';
import { useEditorState } from '../state/use-editor.ts';
import css from './CanvasOverlay.module.css';
import { Guides } from './Guides.tsx';
import type { Hints } from './gestures/gesture.ts';
import { type OtherChoice, OthersFrames } from './OthersFrames.tsx';
import { SelectionBox, sizeLabel } from './SelectionBox.tsx';
import type { StageView, Viewport } from './stage-view.ts';
import { TurnedFrame } from './TurnedFrame.tsx';
import { useWatched, type Watched } from './watched.ts';
import { editedWords } from './words-edited.ts';

/** Properties of a CanvasOverlay: where the canvas lies, what is done there, what lies below the pointer, and what others have chosen. */
export interface CanvasOverlayProps {
  view: StageView;
  hints: Watched<Hints>;
  hovered: Watched<string | null>;
  others: readonly OtherChoice[];
}

const componentsOf = (design: Studio, ids: readonly string[]) => {
  const wanted = new Set(ids);
  return flatten(design)
    .map(({ component }) => component)
    .filter(({ id }) => wanted.has(id));
};

function Selection({ view, hints }: Pick<CanvasOverlayProps, 'view' | 'hints'>) {
  const viewport = useWatched(view.viewport);
  const { turned } = useWatched(hints);
  const design = useEditorState(({ content }) => content.studio);
  const selection = useEditorState((state) => state.selection);
  const readOnly = useEditorState((state) => state.readOnly);
  const edited = useWatched(editedWords);
  const all = componentsOf(design, selection);
  const free = readOnly ? [] : all.filter(({ locked }) => !locked);
  const [first] = all;
  if (!first) return null;
  const degrees = (value: number) => t(studioCanvasWords.degrees, { degrees: value });
  if (all.length === 1) {
    const isTurned = first.rotation !== 0 || turned !== null;
    const handled = free.length === 1 && edited === null;
    const angle = isTurned ? degrees(first.rotation) : '';
    return <SelectionBox box={first} viewport={viewport} handled={handled} label={sizeLabel(first)} angle={angle} />;
  }
  const frame = frameAround((free.length > 0 ? free : all).map(frameOf))!;
  const joint: PlacedBox = { position: frame, size: frame, rotation: 0 };
  return (
    <>
      {all.map((one) => (
        <SelectionBox key={one.id} box={one} viewport={viewport} handled={false} />
      ))}
      <SelectionBox
        box={joint}
        viewport={viewport}
        handled={free.length > 0}
        joint
        label={t(studioCanvasWords.selected, { count: all.length })}
        angle={turned === null ? '' : degrees(turned)}
      />
    </>
  );
}

function Outline({ id, viewport }: { id: string; viewport: Viewport }) {
  const design = useEditorState(({ content }) => content.studio);
  const isSelected = useEditorState(({ selection }) => selection.includes(id));
  const [one] = isSelected ? [] : componentsOf(design, [id]);
  if (!one) return null;
  return <TurnedFrame className={css.outline!} box={one} viewport={viewport} />;
}

/** What lies over the canvas in px of the screen: frames with handles, guides, the frame that selects. */
export function CanvasOverlay({ view, hints, hovered, others }: CanvasOverlayProps) {
  const viewport = useWatched(view.viewport);
  const { guides, marquee, busy } = useWatched(hints);
  const hoveredId = useWatched(hovered);
  const { scale, x, y } = viewport;
  return (
    <div className={css.root} aria-hidden>
      {hoveredId === null || busy ? null : <Outline id={hoveredId} viewport={viewport} />}
      {others.length > 0 ? <OthersFrames others={others} viewport={viewport} /> : null}
      <Selection view={view} hints={hints} />
      <Guides guides={guides} viewport={viewport} />
      {marquee ? (
        <div
          className={css.marquee}
          style={{
            transform: `translate(${x + marquee.x * scale}px, ${y + marquee.y * scale}px)`,
            width: marquee.width * scale,
            height: marquee.height * scale,
          }}
        />
      ) : null}
    </div>
  );
}
