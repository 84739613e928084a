import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { dateTimeIn, relativeTime } from '../kit/text/format.ts';
import { adminWords } from '../words/admin.en.ts';
import { t } from '../words/t.ts';
import css from './FieldParts.module.css';

/** A moment (unix seconds) as people say it, exactly on hover, in UTC; a dash for none. */
export function Timestamp({ ts, zone = 'UTC' }: { ts: number | null; zone?: string }) {
  if (ts === null) return <span className={css.none}>–</span>;
  const moment = dateTimeIn(zone, ts, true);
  const exact = zone === 'UTC' ? t(adminWords.momentUtc, { moment }) : moment;
  return (
    <Tooltip text={exact} describes={false}>
      <time className={`num ${css.moment}`} dateTime={new Date(ts * 1000).toISOString()}>
        {relativeTime(ts, zone)}
      </time>
    </Tooltip>
  );
}
