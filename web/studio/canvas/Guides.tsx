import type { CSSProperties } from 'react';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './CanvasOverlay.module.css';
import type { Guide } from './snap-lines.ts';
import type { Viewport } from './stage-view.ts';

/** A line reaches beyond what it joins, in px. */
const beyond = 8;

const placed = (guide: Guide, { scale, x, y }: Viewport): CSSProperties => {
  const more = guide.is === 'line' ? beyond : 0;
  const length = (guide.to - guide.from) * scale + 2 * more;
  const [along, across] = [guide.from * scale - more, guide.at * scale];
  // A line stands across its axis, a distance lies along it.
  const isDown = (guide.axis === 'x') === (guide.is === 'line');
  return isDown
    ? { transform: `translate(${x + across}px, ${y + along}px)`, height: length }
    : { transform: `translate(${x + along}px, ${y + across}px)`, width: length };
};

/** The lines and distances that a movement was drawn to. */
export function Guides({ guides, viewport }: { guides: readonly Guide[]; viewport: Viewport }) {
  const seen = new Map<string, number>();
  return guides.map((guide) => {
    const { is, axis, from, to } = guide;
    const isDown = (axis === 'x') === (is === 'line');
    // The next step of a drag draws as many of a kind, elsewhere: in the same nodes.
    const kind = `${is} ${axis}`;
    const nth = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, nth);
    const label =
      guide.is === 'distance'
        ? t(studioCanvasWords.distance, { distance: Math.round(to - from) })
        : guide.middle
          ? t(studioCanvasWords.centered)
          : '';
    return (
      <div
        key={`${kind} ${nth}`}
        className={css.guide}
        style={placed(guide, viewport)}
        data-guide={is}
        data-down={isDown || undefined}
      >
        {label === '' ? null : <span className={css.label}>{label}</span>}
      </div>
    );
  });
}
