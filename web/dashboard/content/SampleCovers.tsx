import { Armchair, Coffee, Footprints, Glasses, Percent } from 'lucide-react';
import { ring } from '../theme/tokens.ts';

const samples = [
  { Icon: Glasses, tone: 'amber', size: 40 },
  { Icon: Percent, tone: 'primary', size: 48 },
  { Icon: Armchair, tone: 'green', size: 60 },
  { Icon: Footprints, tone: 'red', size: 48 },
  { Icon: Coffee, tone: 'cyan', size: 40 },
] as const;

/** Five covers as people see them in an app, to show what a story group is. */
export function SampleCovers() {
  return (
    <div className="content-samples" aria-hidden>
      <svg width="0" height="0">
        <title>Colours of the ring</title>
        <linearGradient id="content-sample-ring" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor={ring.from} />
          <stop offset="0.45" stopColor={ring.middle} />
          <stop offset="1" stopColor={ring.to} />
        </linearGradient>
      </svg>
      {samples.map(({ Icon, tone, size }) => (
        <span key={tone} className="content-sample" data-tone={tone} style={{ width: size, height: size }}>
          <svg viewBox={`0 0 ${size} ${size}`}>
            <title>Ring</title>
            <circle
              cx={size / 2}
              cy={size / 2}
              r={size / 2 - 1.5}
              fill="none"
              strokeWidth={2.5}
              stroke="url(#content-sample-ring)"
            />
          </svg>
          <Icon size={Math.round(size * 0.4)} />
        </span>
      ))}
    </div>
  );
}
