import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { studioTimeWords } from '../../dashboard/words/studio-time.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { tenth } from './spans.ts';
import css from './TimeLine.module.css';
import { timeSaid } from './time-said.ts';

/** Properties of a Scrubber; as a `bar` it lies in the row of the controls, else it is the line over all tracks. */
export interface ScrubberProps {
  length: number;
  bar?: boolean;
}

/** The moment of the story that is shown: it is dragged, or moved with the arrow keys by a tenth of a second, with Shift by one. */
export function Scrubber({ length, bar }: ScrubberProps) {
  const editor = useEditor();
  const time = useEditorState((state) => state.time ?? 0);
  const show = (ms: number) => {
    editor.play(false);
    editor.showTime(Math.min(length, Math.max(0, Math.round(ms / tenth) * tenth)));
  };
  const scrub = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    show(((event.clientX - box.left) / box.width) * length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const to = by ? time + by * (event.shiftKey ? 10 * tenth : tenth) : { Home: 0, End: length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    // The same keys move what is selected on the canvas.
    event.stopPropagation();
    show(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={bar ? css.bar : css.scrubber}
      style={{ '--at': `${(time / length) * 100}%` } as CSSProperties}
      aria-label={t(studioTimeWords.time)}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={time}
      aria-valuetext={t(studioTimeWords.timeIs, { time: timeSaid(time), length: timeSaid(length) })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && scrub(event)}
    >
      {bar ? null : <i className={css.strip} />}
      <i className={css.knob} />
    </div>
  );
}
