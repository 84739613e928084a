import { Eye, FlaskConical, Hourglass, ImageOff, RefreshCw } from 'lucide-react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupBadge, groupReasonAt, groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { Badge } from '../../kit/text/Badge.tsx';
import { cut, dateIn } from '../../kit/text/format.ts';
import { LabelChip } from '../../kit/text/LabelChip.tsx';
import { Figure } from '../../kit/text/Metric.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { syncMessage } from '../sync-message.ts';
import groupCards from './GroupCards.module.css';
import css from './GroupFoot.module.css';

const mostLabels = 2;
const labelLetters = 6;

function Reason({ row, timeZone }: { row: StoryGroupRow; timeZone: string }) {
  const stop = groupReasonAt(row, Date.now() / 1000);
  const reason = stop && t(stop);
  const words = (
    <span className="truncate" title={reason ?? undefined}>
      {reason}
    </span>
  );
  if (row.status === groupStatus.test) {
    return (
      <Badge kind="test" icon={<FlaskConical aria-hidden />}>
        {words}
      </Badge>
    );
  }
  if (row.status === groupStatus.passive) {
    return (
      <Badge kind="waiting" icon={<Hourglass aria-hidden />}>
        {words}
      </Badge>
    );
  }
  const said =
    reason ??
    (row.status === groupStatus.active && row.ts_start * 1000 > Date.now()
      ? t(contentWords.startsAt, { start: dateIn(timeZone, row.ts_start) })
      : null);
  if (said === null) return null;
  return (
    <span className={`${css.reason} truncate`} title={said}>
      {said}
    </span>
  );
}

function Chips({ labels, shown }: { labels: readonly string[]; shown: number }) {
  const more = labels.length - shown;
  return (
    <>
      {labels.slice(0, shown).map((label) => (
        <LabelChip key={label} title={label}>
          {cut(label, labelLetters)}
        </LabelChip>
      ))}
      {more > 0 ? (
        <span className={`${css.more} num`} title={labels.slice(shown).join(', ')}>
          +{more}
        </span>
      ) : null}
    </>
  );
}

/** Two labels and the number of the others; one and the number where two have no room beside the words before them. */
function Labels({ segments }: { segments: readonly (readonly string[])[] }) {
  const labels = [...new Set(segments.flat())];
  if (labels.length === 0) return null;
  if (labels.length === 1) return <Chips labels={labels} shown={1} />;
  return (
    <span className={css.cardLabels}>
      <span className={css.cardLabelsFew} aria-hidden>
        <span>
          <Chips labels={labels} shown={1} />
        </span>
      </span>
      <span className={css.cardLabelsAll}>
        <Chips labels={labels} shown={mostLabels} />
      </span>
    </span>
  );
}

/** The last line of a card: whether the group is live (an active one without stories shows nothing, and says so), why not, for whom, and how many people it reached. */
export function GroupFoot({
  row,
  reach,
  timeZone,
}: {
  row: StoryGroupRow;
  reach: number | undefined;
  timeZone: string;
}) {
  const active = isGroupActive(row.status);
  const sync = active ? syncMessage(row, Date.now() / 1000) : null;
  return (
    <div className={groupCards.cardFoot}>
      {active && row.story_count === 0 ? (
        <Badge kind="waiting" icon={<ImageOff aria-hidden />}>
          {t(contentWords.noStories)}
        </Badge>
      ) : (
        <Badge kind={active ? 'active' : 'inactive'}>{t(groupBadge(row.status))}</Badge>
      )}
      <Reason row={row} timeZone={timeZone} />
      {sync ? (
        <span className={`${css.reason} ${css.sync} truncate`} title={sync}>
          <RefreshCw size={12} aria-hidden />
          {sync}
        </span>
      ) : null}
      <Labels segments={row.segments} />
      {reach !== undefined && (active || reach > 0) ? (
        <span className={css.reach}>
          <Eye size={14} aria-hidden />
          <span className="visually-hidden">{t(contentWords.reach)}</span>
          <Figure value={reach} />
        </span>
      ) : null}
    </div>
  );
}
