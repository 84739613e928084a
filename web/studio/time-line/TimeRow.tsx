import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioTimeWords } from '../../dashboard/words/studio-time.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { changeComponent } from '../edits/components.ts';
import { componentName } from '../palette/component-name.ts';
import { itemIcons, itemOf } from '../palette/palette-items.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { endOf, movedSpan, type Span, type SpanPart, tenth } from './spans.ts';
import css from './TimeLine.module.css';
import { timeSaid } from './time-said.ts';

/** Properties of a TimeRow. */
export interface TimeRowProps {
  one: FlatComponent;
  /** How long the story is, in ms. */
  length: number;
}

interface Drag {
  part: SpanPart;
  x: number;
  span: Span;
  /** ms of the story a pixel. */
  scale: number;
}

function Row({ one, length }: TimeRowProps) {
  const editor = useEditor();
  const { id, start_time, end_time, locked, hidden } = one.component;
  const selected = useEditorState(({ selection }) => selection.includes(id));
  const readOnly = useEditorState((state) => state.readOnly);
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const fixed = locked || readOnly;
  const end = Math.min(length, endOf(one.component, length));
  const name = componentName(one);
  const Icon = itemIcons[itemOf(one)];
  const move = (span: Span, part: SpanPart, by: number) => {
    const changes = movedSpan(span, part, by, length);
    editor.edit(changeComponent, { id, changes: { ...changes } }, `${id}.time`);
  };
  const onPointerDown = (part: SpanPart) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    if (!editor.state.selection.includes(id)) editor.select([id]);
    if (fixed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const scale = length / track.current!.getBoundingClientRect().width;
    drag.current = { part, x: event.clientX, span: { start_time, end_time }, scale };
  };
  const onPointerMove = (event: PointerEvent) => {
    const held = drag.current;
    if (held) move(held.span, held.part, (event.clientX - held.x) * held.scale);
  };
  const onPointerUp = () => {
    if (drag.current) editor.seal();
    drag.current = null;
  };
  const onKeyDown = (part: SpanPart) => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    move(one.component, part, by * (event.shiftKey ? 10 * tenth : tenth));
  };
  const grip = (part: 'start' | 'end', at: number) => (
    <span
      role="slider"
      tabIndex={0}
      className={css.grip}
      data-part={part}
      aria-label={part === 'start' ? t(studioTimeWords.startOf, { name }) : t(studioTimeWords.endOf, { name })}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={at}
      aria-valuetext={timeSaid(at)}
      onPointerDown={onPointerDown(part)}
      onKeyDown={onKeyDown(part)}
      onBlur={() => editor.seal()}
    />
  );
  return (
    <div className={css.row} data-selected={selected || undefined} data-hidden={hidden || undefined}>
      <button type="button" className={css.name} aria-pressed={selected} onClick={() => editor.select([id])}>
        <Icon size={14} aria-hidden />
        <span className="truncate">{name}</span>
      </button>
      <div ref={track} className={css.track}>
        <div
          className={css.span}
          data-fixed={locked || undefined}
          style={{
            left: `${(start_time / length) * 100}%`,
            width: `${(Math.max(0, end - start_time) / length) * 100}%`,
          }}
          onPointerDown={onPointerDown('whole')}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerUp}
        >
          {fixed ? null : grip('start', start_time)}
          {selected ? (
            <span className={`${css.told} num truncate`}>
              {end_time === null
                ? t(studioTimeWords.toTheEnd, { from: timeSaid(start_time) })
                : t(studioTimeWords.fromTo, { from: timeSaid(start_time), to: timeSaid(end_time) })}
            </span>
          ) : null}
          {fixed ? null : grip('end', end)}
        </div>
      </div>
    </div>
  );
}

/** When a layer is shown, as a bar: its ends and the whole of it are dragged, or moved with the arrow keys. */
export const TimeRow = memo(
  Row,
  (before, after) => before.one.component === after.one.component && before.length === after.length,
);
