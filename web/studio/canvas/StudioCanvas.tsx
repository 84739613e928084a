import { type DragEvent, useEffect, useMemo, useRef } from 'react';
import { canvas } from '#contracts/studio/kinds.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { Spot } from '../edits/boxes.ts';
import { itemNamed, type PaletteItem, paletteDrag } from '../palette/palette-items.ts';
import { useEditor } from '../state/use-editor.ts';
import { CanvasBoard, type CanvasBoardProps } from './CanvasBoard.tsx';
import { CanvasHead } from './CanvasHead.tsx';
import { CanvasList } from './CanvasList.tsx';
import { type CanvasMark, CanvasMarks } from './CanvasMarks.tsx';
import { CanvasOverlay } from './CanvasOverlay.tsx';
import { type Hints, noHints } from './gestures/gesture.ts';
import { installPointers } from './gestures/install.ts';
import type { OtherChoice } from './OthersFrames.tsx';
import { openedMenu, pointerSpot, spokenAct } from './page-state.ts';
import { pickedAt } from './pick.ts';
import css from './StudioCanvas.module.css';
import { StageView } from './stage-view.ts';
import { viewSettings } from './view-settings.ts';
import { WordsInPlace } from './WordsInPlace.tsx';
import { useWatched, Watched } from './watched.ts';
import { editedWords } from './words-edited.ts';

/** Properties of a StudioCanvas; places are in canvas units. */
export interface StudioCanvasProps extends Omit<CanvasBoardProps, 'at' | 'count'> {
  /** Which of how many stories this is, from 0. */
  progress?: Pick<CanvasBoardProps, 'at' | 'count'>;
  /** Files were dropped. */
  onFiles: (files: File[], at: Spot) => void;
  /** An item of the palette was dragged here. */
  onItem?: (item: PaletteItem, at: Spot) => void;
  /** What others have chosen. */
  others?: readonly OtherChoice[];
  /** The rows of the checklist, while it is open, at their components. */
  marks?: readonly CanvasMark[];
  onMark?: (mark: CanvasMark) => void;
}

const firstOfOne = { at: 0, count: 1 };
const none: readonly never[] = [];

/** Where the story is drawn and its components are placed, by pointer or by keys. */
export function StudioCanvas(props: StudioCanvasProps) {
  const { onFiles, onItem, progress = firstOfOne, others = none, marks = none, onMark, ...board } = props;
  const editor = useEditor();
  const stage = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { view, hints, hovered } = useMemo(
    () => ({ view: new StageView(), hints: new Watched<Hints>(noHints), hovered: new Watched<string | null>(null) }),
    [],
  );
  const { scale, x, y } = useWatched(view.viewport);
  const said = useWatched(spokenAct);
  const focusList = () => list.current?.focus({ preventScroll: true });

  useEffect(() => {
    const element = stage.current!;
    const resized = new ResizeObserver(([entry]) => view.resize(entry!.contentRect.width, entry!.contentRect.height));
    resized.observe(element);
    const stops = [
      viewSettings.subscribe(() => view.update()),
      installPointers(element, { editor, view, hints, hovered, pointer: pointerSpot }, () =>
        list.current?.focus({ preventScroll: true }),
      ),
    ];
    return () => {
      resized.disconnect();
      // Another story knows nothing of what was begun here.
      for (const begun of [pointerSpot, editedWords, openedMenu]) begun.set(null);
      for (const stop of stops) stop();
    };
  }, [editor, view, hints, hovered]);

  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Spot => {
    const { left, top } = stage.current!.getBoundingClientRect();
    return view.toUnits({ x: clientX - left, y: clientY - top });
  };
  const onDrop = (event: DragEvent) => {
    const item = itemNamed(event.dataTransfer.getData(paletteDrag));
    const files = [...event.dataTransfer.files];
    if (!item && files.length === 0) return;
    event.preventDefault();
    if (item) onItem?.(item, spotOf(event));
    else onFiles(files, spotOf(event));
  };
  return (
    <section
      ref={stage}
      className={css.stage}
      aria-label={t(studioCanvasWords.canvas)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.some((type) => type === paletteDrag || type === 'Files')) event.preventDefault();
      }}
      onDrop={onDrop}
      onContextMenu={(event) => {
        if ((event.target as HTMLElement).closest('[data-own-pointer]')) return;
        event.preventDefault();
        const { content, time, selection } = editor.state;
        const picked = event.button !== 2 && !event.ctrlKey ? [] : pickedAt(content.studio, time, spotOf(event));
        if (picked[0] !== undefined && !picked.some((id) => selection.includes(id))) editor.select([picked[0]]);
        focusList();
        openedMenu.set({ x: event.clientX, y: event.clientY });
      }}
    >
      <div
        className={css.canvas}
        style={{ width: canvas.width, height: canvas.height, transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      >
        <CanvasBoard {...board} {...progress} />
      </div>
      <CanvasList ref={list} />
      <CanvasOverlay view={view} hints={hints} hovered={hovered} others={others} />
      {marks.length > 0 ? <CanvasMarks marks={marks} view={view} onMark={(mark) => onMark?.(mark)} /> : null}
      <WordsInPlace view={view} onLeave={focusList} />
      <CanvasHead />
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </section>
  );
}
