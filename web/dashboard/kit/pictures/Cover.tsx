import { Video } from 'lucide-react';
import { useState } from 'react';
import { coverWidths } from '#contracts/api/picture-sizes.ts';
import { initials } from '../text/format.ts';
import css from './Cover.module.css';
import { ringPaint } from './ring-paint.ts';
import { sized } from './sized.ts';

/** What the ring of a cover says. */
export type CoverState = 'active' | 'inactive' | 'test' | 'uploading';

/** Properties of a Cover; `progress` (0 to 1) counts while uploading. */
export interface CoverProps {
  name: string;
  src?: string | null | undefined;
  size?: number;
  state?: CoverState;
  progress?: number;
  ivod?: boolean;
  /** Leaves out the ring and fills the size with the picture. */
  plain?: boolean;
}

/** A round cover with its ring; decorative, so the name must stand beside it. */
export function Cover({ name, src, size = 48, state = 'active', progress = 0, ivod, plain }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const stroke = plain ? 0 : size < 36 ? 1.5 : Math.max(2.5, size / 22);
  const inset = plain ? 0 : stroke + 2;
  const r = (size - stroke) / 2;
  const middle = size / 2;
  const around = 2 * Math.PI * r;
  const picture = { inset, width: size - 2 * inset, height: size - 2 * inset, fontSize: Math.round(size * 0.3) };
  const circle = { cx: middle, cy: middle, r, fill: 'none', strokeWidth: stroke };
  return (
    <span className={css.root} data-kit="cover" data-state={state} style={{ width: size, height: size }} aria-hidden>
      {plain ? null : (
        <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
          {state === 'active' ? <circle {...circle} stroke={ringPaint()} /> : null}
          {state === 'inactive' ? <circle {...circle} stroke="var(--ring-off)" /> : null}
          {state === 'test' ? (
            <circle
              {...circle}
              strokeWidth={1.5}
              stroke="var(--field)"
              strokeDasharray={`${around / 28} ${around / 42}`}
            />
          ) : null}
          {state === 'uploading' ? (
            <>
              <circle {...circle} stroke="var(--line-strong)" />
              <circle
                {...circle}
                stroke="var(--primary)"
                strokeLinecap="round"
                strokeDasharray={`${Math.max(0, Math.min(1, progress)) * around} ${around}`}
                transform={`rotate(-90 ${middle} ${middle})`}
              />
            </>
          ) : null}
        </svg>
      )}
      {src && failed !== src ? (
        <img
          className={css.picture}
          {...sized(src, picture.width, coverWidths)}
          alt=""
          loading="lazy"
          style={picture}
          onError={() => setFailed(src)}
        />
      ) : (
        <span className={css.picture} style={picture}>
          {initials(name).slice(0, 1)}
        </span>
      )}
      {ivod ? (
        <span className={css.dot}>
          <Video />
        </span>
      ) : null}
    </span>
  );
}
