import { type CSSProperties, useState } from 'react';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { ColorArea } from './ColorArea.tsx';
import css from './ColorPicker.module.css';
import { ContrastLine, type ShownContrast } from './ContrastLine.tsx';
import { colorOf, type Hsva, hsvaOf, readHex } from './colors.ts';
import { NumberField } from './NumberField.tsx';
import { recentColors } from './recent-colors.ts';
import { Swatches } from './Swatches.tsx';

/** Properties of a ColorPicker; `brand` are the account's colors by name. */
export interface ColorPickerProps {
  value: string;
  brand: readonly { name: string; value: string }[];
  /** Whether it may let through what lies below. */
  alpha: boolean;
  contrast: ShownContrast | null;
  onChange: (color: string) => void;
  onSettled: () => void;
}

/** Chooses a color: the brand's first, then those chosen lately, then any, with the contrast that it has. */
export function ColorPicker({ value, brand, alpha, contrast, onChange, onSettled }: ColorPickerProps) {
  const [picked, setPicked] = useState<Hsva>(() => hsvaOf(value));
  const [typed, setTyped] = useState<string | null>(null);
  const [recent] = useState(recentColors);
  // A gray has no hue and black no saturation: what was picked stays as long as it is the same color.
  const color = colorOf(picked) === value ? picked : hsvaOf(value);
  const pick = (next: Hsva) => {
    setPicked(next);
    onChange(colorOf(next));
  };
  const choose = (next: string) => {
    onChange(alpha ? next : next.slice(0, 7));
    onSettled();
  };
  const readTyped = () => {
    const read = typed === null ? null : readHex(typed, alpha);
    setTyped(null);
    if (read) choose(read);
  };
  const unreadable = typed !== null && typed.length >= 6 && readHex(typed, alpha) === null;
  return (
    <div className={css.root}>
      <Swatches label={t(studioPropertyWords.brandColors)} colors={brand} value={value} onChoose={choose} />
      <Swatches
        label={t(studioPropertyWords.recentColors)}
        colors={recent.map((one) => ({ name: one, value: one }))}
        value={value}
        onChoose={choose}
      />
      <ColorArea color={color} onChange={pick} onEnd={onSettled} />
      <input
        type="range"
        className={css.hue}
        aria-label={t(studioPropertyWords.hue)}
        min={0}
        max={359}
        value={Math.round(color.hue) % 360}
        onChange={(event) => pick({ ...color, hue: Number(event.target.value) })}
        onPointerUp={onSettled}
        onBlur={onSettled}
      />
      <div className={css.exact}>
        <TextField
          label={t(studioPropertyWords.hex)}
          hideLabel
          size="toolbar"
          spellCheck={false}
          maxLength={9}
          value={typed ?? value}
          error={unreadable ? t(studioPropertyWords.hexUnreadable) : null}
          icon={<span className={css.dot} style={{ '--color': value } as CSSProperties} aria-hidden />}
          onChange={setTyped}
          onBlur={readTyped}
          onKeyDown={(event) => event.key === 'Enter' && readTyped()}
        />
        {alpha ? (
          <NumberField
            label={t(studioPropertyWords.opacity)}
            sign=""
            unit="%"
            values={[Math.round(color.alpha * 100)]}
            bounds={[0, 100]}
            onChange={(next) => pick({ ...color, alpha: next(Math.round(color.alpha * 100)) / 100 })}
            onSettled={onSettled}
          />
        ) : null}
      </div>
      {contrast ? <ContrastLine {...contrast} /> : null}
    </div>
  );
}
