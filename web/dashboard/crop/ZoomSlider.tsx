import { Image } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './ZoomSlider.module.css';

/** The zoom of a crop from 1 to 3 as a slider. */
export function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const id = useId();
  const share = (zoom - 1) / (limits.cropZoom - 1);
  return (
    <div className={css.root}>
      <label htmlFor={id} className="visually-hidden">
        {t(contentWords.zoom)}
      </label>
      <Image size={14} aria-hidden />
      <input
        id={id}
        type="range"
        min={1}
        max={limits.cropZoom}
        step={0.05}
        value={zoom}
        aria-valuetext={t(contentWords.zoomValue, { zoom: zoom.toFixed(1) })}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
      <Image size={18} aria-hidden />
      <span className={`num ${css.factor}`}>{zoom.toFixed(1)}×</span>
    </div>
  );
}
