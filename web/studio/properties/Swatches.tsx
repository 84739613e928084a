import type { CSSProperties } from 'react';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import css from './ColorPicker.module.css';

/** Properties of Swatches. */
export interface SwatchesProps {
  label: string;
  colors: readonly { name: string; value: string }[];
  value: string;
  onChoose: (color: string) => void;
}

/** Colors that are chosen by a click; nothing where there are none. */
export function Swatches({ label, colors, value, onChoose }: SwatchesProps) {
  if (colors.length === 0) return null;
  return (
    <section className={css.group} aria-label={label}>
      <span className="t-caption">{label}</span>
      <div className={css.swatches}>
        {colors.map((one) => (
          <Tooltip key={`${one.name} ${one.value}`} text={one.name} describes={false}>
            <button
              type="button"
              className={css.swatch}
              style={{ '--color': one.value } as CSSProperties}
              aria-label={one.name}
              aria-pressed={one.value === value}
              onClick={() => onChoose(one.value)}
            />
          </Tooltip>
        ))}
      </div>
    </section>
  );
}
