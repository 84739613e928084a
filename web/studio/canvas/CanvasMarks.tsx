import { flatten } from '#contracts/studio/flat.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { frameOf } from '../edits/boxes.ts';
import { useEditorState } from '../state/use-editor.ts';
import css from './CanvasMarks.module.css';
import type { StageView } from './stage-view.ts';
import { TurnedFrame } from './TurnedFrame.tsx';
import { useWatched } from './watched.ts';

/** A row of the checklist at the component that it is about. */
export interface CanvasMark {
  key: string;
  number: number;
  kind: 'error' | 'advice';
  componentId: string;
  /** What is wrong, in words. */
  said: string;
  chosen: boolean;
}

/** Numbers at one component stand side by side, so many px apart. */
const apart = 26;

/** Frames around the components that the checklist tells of, each with the numbers of its rows; a press on one chooses its row. */
export function CanvasMarks({
  marks,
  view,
  onMark,
}: {
  marks: readonly CanvasMark[];
  view: StageView;
  onMark: (mark: CanvasMark) => void;
}) {
  const viewport = useWatched(view.viewport);
  const design = useEditorState(({ content }) => content.studio);
  const byId = new Map<string, CanvasMark[]>();
  for (const mark of marks) byId.set(mark.componentId, [...(byId.get(mark.componentId) ?? []), mark]);
  const marked = flatten(design).flatMap(({ component }) => {
    const own = byId.get(component.id);
    return own ? [{ component, own }] : [];
  });
  return (
    <ul className={css.root} aria-label={t(studioCanvasWords.marks)}>
      {marked.map(({ component, own }) => {
        const first = own.find(({ chosen }) => chosen) ?? own[0]!;
        const frame = frameOf(component);
        const [left, top] = [viewport.x + frame.x * viewport.scale, viewport.y + frame.y * viewport.scale];
        return (
          <li key={component.id}>
            <TurnedFrame
              className={css.frame!}
              box={component}
              viewport={viewport}
              data-kind={first.kind}
              data-chosen={first.chosen || undefined}
            />
            {own.map((mark, at) => (
              <button
                key={mark.key}
                type="button"
                className={`${css.number} num`}
                style={{ transform: `translate(${left + at * apart}px, ${top}px)` }}
                data-own-pointer
                data-kind={mark.kind}
                data-chosen={mark.chosen || undefined}
                aria-label={t(studioCanvasWords.mark, { number: mark.number, text: mark.said })}
                aria-pressed={mark.chosen}
                onClick={() => onMark(mark)}
              >
                {mark.number}
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
