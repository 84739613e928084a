import { useState } from 'react';
import { ring } from '../../theme/tokens.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './SampleCovers.module.css';
import { SamplePreview } from './SamplePreview.tsx';
import { samples } from './samples.ts';

const sizes = [40, 48, 60, 48, 40];

/** Five covers as people see them in an app; each opens the preview of all sample stories at its own. */
export function SampleCovers() {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <div className={css.samples}>
      <svg width="0" height="0" aria-hidden>
        <title>{t(contentWords.ringColours)}</title>
        <linearGradient id="content-sample-ring" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor={ring.from} />
          <stop offset="0.45" stopColor={ring.middle} />
          <stop offset="1" stopColor={ring.to} />
        </linearGradient>
      </svg>
      {sizes.map((size, index) => {
        const one = samples[index];
        if (!one) return null;
        const { Icon } = one;
        return (
          <button
            key={one.title}
            type="button"
            className={css.sample}
            data-tone={one.tone}
            style={{ width: size, height: size }}
            aria-haspopup="dialog"
            aria-label={t(contentWords.openSample, { title: one.title })}
            onClick={() => setShown(index)}
          >
            <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
              <title>{t(contentWords.ring)}</title>
              <circle
                cx={size / 2}
                cy={size / 2}
                r={size / 2 - 1.5}
                fill="none"
                strokeWidth={2.5}
                stroke="url(#content-sample-ring)"
              />
            </svg>
            <Icon size={Math.round(size * 0.4)} aria-hidden />
          </button>
        );
      })}
      {shown === null ? null : <SamplePreview start={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
