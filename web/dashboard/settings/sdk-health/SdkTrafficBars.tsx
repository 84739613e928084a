import type { SdkTraffic } from '#contracts/stats/sdk-health.ts';
import { exactNumber, timeIn } from '../../kit/text/format.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './SdkTrafficBars.module.css';
import { type Period, trafficWords } from './sdk-health-words.ts';

const height = 96;
const above = 68;
const gap = 4;

/** Bars of what arrived: accepted events stand on the line, refused ones hang below it; a table holds the figures. */
export function SdkTrafficBars({
  steps,
  period,
  zone,
}: {
  steps: readonly SdkTraffic[];
  period: Period;
  zone: string;
}) {
  const most = Math.max(1, ...steps.map((one) => one.accepted));
  const worst = Math.max(1, ...steps.map((one) => one.rejected));
  const width = 600 / steps.length;
  const room = height - above - gap;
  const size = (value: number, top: number, px: number) => (value === 0 ? 0 : Math.max(2, (value / top) * px));
  const first = steps[0];
  const last = steps.at(-1);
  return (
    <figure className={css.root}>
      <svg viewBox={`0 0 600 ${height}`} preserveAspectRatio="none" role="img" aria-label={trafficWords(steps, period)}>
        <line x1="0" x2="600" y1={above + gap / 2} y2={above + gap / 2} className={css.line} />
        {steps.map((one, index) => {
          const x = index * width + width * 0.15;
          const up = size(one.accepted, most, above);
          return (
            <g key={one.ts}>
              <rect className={css.accepted} x={x} y={above - up} width={width * 0.7} height={up} />
              <rect
                className={css.rejected}
                x={x}
                y={above + gap}
                width={width * 0.7}
                height={size(one.rejected, worst, room)}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className="t-caption num" aria-hidden>
        <span>{first ? timeIn(zone, first.ts) : ''}</span>
        <span>{last ? timeIn(zone, last.ts) : ''}</span>
      </figcaption>
      <div className="visually-hidden">
        <table>
          <caption>{t(settingsWords.eventsByPeriod, { period })}</caption>
          <thead>
            <tr>
              <th scope="col">{t(settingsWords.from)}</th>
              <th scope="col">{t(settingsWords.accepted)}</th>
              <th scope="col">{t(settingsWords.refused)}</th>
            </tr>
          </thead>
          <tbody>
            {steps
              .filter((one) => one.accepted + one.rejected > 0)
              .map((one) => (
                <tr key={one.ts}>
                  <th scope="row">{timeIn(zone, one.ts)}</th>
                  <td>{exactNumber(one.accepted)}</td>
                  <td>{exactNumber(one.rejected)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
