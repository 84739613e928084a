import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './ColorPicker.module.css';
import { colorOf, type Hsva } from './colors.ts';

/** Properties of a ColorArea; `onEnd` says that a drag is over. */
export interface ColorAreaProps {
  color: Hsva;
  onChange: (color: Hsva) => void;
  onEnd: () => void;
}

const share = (value: number) => Math.min(1, Math.max(0, value));

/** Saturation to the right and brightness upward, by dragging or the arrow keys (with Shift ten times as far). */
export function ColorArea({ color, onChange, onEnd }: ColorAreaProps) {
  const pick = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      ...color,
      saturation: share((event.clientX - box.left) / box.width),
      value: share(1 - (event.clientY - box.top) / box.height),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? 0.1 : 0.01;
    const [x, y] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] }[event.key] ?? [
      0, 0,
    ];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    onChange({ ...color, saturation: share(color.saturation + x!), value: share(color.value + y!) });
  };
  const [saturation, value] = [Math.round(color.saturation * 100), Math.round(color.value * 100)];
  return (
    <div
      className={css.area}
      style={{ '--hue': colorOf({ ...color, saturation: 1, value: 1, alpha: 1 }) } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pick(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && pick(event)}
      onPointerUp={onEnd}
    >
      <div
        role="slider"
        tabIndex={0}
        className={css.thumb}
        style={{ left: `${saturation}%`, bottom: `${value}%`, background: colorOf({ ...color, alpha: 1 }) }}
        aria-label={t(studioPropertyWords.saturation)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={saturation}
        aria-valuetext={t(studioPropertyWords.saturationValue, { saturation, value })}
        onKeyDown={onKeyDown}
        onKeyUp={onEnd}
      />
    </div>
  );
}
