import { type CSSProperties, useId } from 'react';
import css from './Slider.module.css';

/** Properties of a Slider; `valueText` is what its value is read aloud as. */
export interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  valueText: string;
  onChange: (value: number) => void;
}

/** A number between two others, by dragging or with the arrow keys; its label is only read aloud. */
export function Slider({ label, min, max, step, value, valueText, onChange }: SliderProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={css.root}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </>
  );
}
