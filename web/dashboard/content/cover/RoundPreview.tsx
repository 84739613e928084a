import type { Area } from 'react-easy-crop';
import { ringPaint } from '../../kit/pictures/ring-paint.ts';
import css from './CoverPicture.module.css';

const whole: Area = { x: 0, y: 0, width: 100, height: 100 };

/** A picture, or the cropped part of it (percent), round and in its ring as people see it in the app. */
export function RoundPreview({ src, area = whole, size = 44 }: { src: string; area?: Area; size?: number }) {
  return (
    <span className={css.round} style={{ width: size, height: size }} aria-hidden>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
        <circle cx={size / 2} cy={size / 2} r={size / 2 - 1.25} fill="none" strokeWidth={2.5} stroke={ringPaint()} />
      </svg>
      <span className={css.roundPicture}>
        <img
          src={src}
          alt=""
          style={{
            width: `${10_000 / area.width}%`,
            height: `${10_000 / area.height}%`,
            left: `${(-100 * area.x) / area.width}%`,
            top: `${(-100 * area.y) / area.height}%`,
          }}
        />
      </span>
    </span>
  );
}
