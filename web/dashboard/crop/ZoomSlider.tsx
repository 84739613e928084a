import { Image } from 'lucide-react';
import { limits } from '#contracts/api/limits.ts';
import { Slider } from '../kit/fields/Slider.tsx';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './ZoomSlider.module.css';

/** The zoom of a crop from 1 to 3 as a slider. */
export function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className={css.root}>
      <Image size={14} aria-hidden />
      <Slider
        label={t(contentWords.zoom)}
        min={1}
        max={limits.cropZoom}
        step={0.05}
        value={zoom}
        valueText={t(contentWords.zoomValue, { zoom: zoom.toFixed(1) })}
        onChange={onZoom}
      />
      <Image size={18} aria-hidden />
      <span className={`num ${css.factor}`}>{zoom.toFixed(1)}×</span>
    </div>
  );
}
