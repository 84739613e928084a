import { type CSSProperties, useRef, useState } from 'react';
import { contrastSaid } from '#contracts/studio/check/advise-contrast.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { Popover } from '../../dashboard/kit/overlays/Popover.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './ColorField.module.css';
import { ColorPicker, type ColorPickerProps } from './ColorPicker.tsx';

import { rememberColor } from './recent-colors.ts';

/** Properties of a ColorField; null is no color, which only a field with `noneLabel` can be given. */
export interface ColorFieldProps extends Omit<ColorPickerProps, 'value' | 'onChange' | 'brand'> {
  label: string;
  value: string | null;
  brand?: ColorPickerProps['brand'] | undefined;
  /** What no color is called, where there may be none. */
  noneLabel?: string | undefined;
  /** The color that is seen where there is none, with which choosing begins; else nothing is. */
  instead?: string | undefined;
  /** Only the color is drawn, its name is read aloud. */
  compact?: boolean;
  onChange: (color: string | null) => void;
}

/** A color with its name and contrast; a click opens what it is chosen with. */
export function ColorField(props: ColorFieldProps) {
  const { label, value, brand = [], noneLabel, instead, compact, contrast, onChange, onSettled } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    if (value !== null) rememberColor(value);
    onSettled();
  };
  const seen = value ?? instead;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.root}
        data-compact={compact || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span
          className={css.dot}
          data-none={seen === undefined || undefined}
          style={seen === undefined ? undefined : ({ '--color': seen } as CSSProperties)}
          aria-hidden
        />
        <span className={compact ? 'visually-hidden' : 'truncate'}>{label}</span>
        <span className="visually-hidden">{value ?? noneLabel}</span>
        {compact || !contrast ? null : (
          <span className={`${css.ratio} num`} data-low={!contrast.readable || undefined}>
            {contrastSaid(contrast.ratio)}
          </span>
        )}
      </button>
      <Popover anchor={open ? button.current : null} onClose={close} label={label} align="end" width={264}>
        <ColorPicker
          value={seen ?? '#ffffff'}
          brand={brand}
          alpha={props.alpha}
          contrast={contrast}
          onChange={onChange}
          onSettled={onSettled}
        />
        <div className={css.foot}>
          {noneLabel ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                onChange(null);
                setOpen(false);
                onSettled();
              }}
            >
              {noneLabel}
            </Button>
          ) : null}
          <Button size="small" className={css.done} onClick={close}>
            {t(studioPropertyWords.done)}
          </Button>
        </div>
      </Popover>
    </>
  );
}
