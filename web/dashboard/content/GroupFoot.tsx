import { Eye, FlaskConical, Hourglass, RefreshCw } from 'lucide-react';
import type { StoryGroupRow } from '#contracts/story-group-rows.ts';
import { groupBadge, groupReason, groupStatus } from '#contracts/story-status.ts';
import { Badge } from '../kit/Badge.tsx';
import { cut, dateIn } from '../kit/format.ts';
import { LabelChip } from '../kit/LabelChip.tsx';
import { Figure } from '../kit/Metric.tsx';
import { syncMessage } from './sync-message.ts';

const mostLabels = 2;
const labelLetters = 6;

function Reason({ row, timeZone }: { row: StoryGroupRow; timeZone: string }) {
  const reason = groupReason(row.status);
  if (row.status === groupStatus.test) {
    return (
      <Badge kind="test" icon={<FlaskConical aria-hidden />}>
        {reason}
      </Badge>
    );
  }
  if (row.status === groupStatus.passive) {
    return (
      <Badge kind="waiting" icon={<Hourglass aria-hidden />}>
        {reason}
      </Badge>
    );
  }
  if (reason) return <span className="content-reason truncate">{reason}</span>;
  if (row.status === groupStatus.active && row.ts_start * 1000 > Date.now()) {
    return <span className="content-reason truncate">Starts {dateIn(timeZone, row.ts_start)}</span>;
  }
  return null;
}

function Labels({ segments }: { segments: readonly (readonly string[])[] }) {
  const labels = [...new Set(segments.flat())];
  const more = labels.length - mostLabels;
  if (labels.length === 0) return null;
  return (
    <>
      {labels.slice(0, mostLabels).map((label) => (
        <LabelChip key={label} title={label}>
          {cut(label, labelLetters)}
        </LabelChip>
      ))}
      {more > 0 ? (
        <span className="content-more num" title={labels.slice(mostLabels).join(', ')}>
          +{more}
        </span>
      ) : null}
    </>
  );
}

/** The last line of a card: whether the group is live, why not, for whom, and how many people it reached. */
export function GroupFoot({
  row,
  reach,
  timeZone,
}: {
  row: StoryGroupRow;
  reach: number | undefined;
  timeZone: string;
}) {
  const active = groupBadge(row.status) === 'Active';
  const sync = active ? syncMessage(row, Date.now() / 1000) : null;
  const silent = groupReason(row.status) === null && sync === null;
  return (
    <div className="content-card-foot">
      <Badge kind={active ? 'active' : 'inactive'}>{groupBadge(row.status)}</Badge>
      <Reason row={row} timeZone={timeZone} />
      {sync ? (
        <span className="content-reason content-sync truncate">
          <RefreshCw size={12} aria-hidden />
          {sync}
        </span>
      ) : null}
      {silent ? <Labels segments={row.segments} /> : null}
      {reach !== undefined && (active || reach > 0) ? (
        <span className="content-reach">
          <Eye size={14} aria-hidden />
          <span className="visually-hidden">Reach</span>
          <Figure value={reach} />
        </span>
      ) : null}
    </div>
  );
}
