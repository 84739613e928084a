import { Mail } from 'lucide-react';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import tableCss from '../../kit/table/Table.module.css';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateIn, dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './TeamTable.module.css';
import { memberName, statusOf } from './team-rows.ts';

/** How somebody stands in the team. */
export function StatusBadge({ row }: { row: TeamMemberRow }) {
  switch (statusOf(row)) {
    case 'active':
      return <Badge kind="active">{t(teamWords.active)}</Badge>;
    case 'deleted':
      return <Badge kind="inactive">{t(teamWords.deleted)}</Badge>;
    default:
      return (
        <Badge kind="waiting" icon={<span className={css.dot} aria-hidden />}>
          {t(teamWords.pending)}
        </Badge>
      );
  }
}

/** A day of this year without the year. */
const dayOf = (zone: string, seconds: number): string => {
  const day = dateIn(zone, seconds);
  return day.slice(-4) === dateIn(zone, Date.now() / 1000).slice(-4) ? day.slice(0, -5) : day;
};

const linkWords = ({ ts_invitation_end: end }: TeamMemberRow, zone: string): string => {
  if (end === null) return t(teamWords.mailUnderWay);
  const date = dayOf(zone, end);
  return end * 1000 > Date.now() ? t(teamWords.linkWorksUntil, { date }) : t(teamWords.linkExpired, { date });
};

/** When somebody was here last; of an invitation until when its link works. */
export function LastCell({ row }: { row: TeamMemberRow }) {
  const { timeZone } = useSession();
  const { invited, ts_invitation_end, ts_login } = row;
  if (invited)
    return (
      <span title={ts_invitation_end === null ? undefined : dateTimeIn(timeZone, ts_invitation_end)}>
        {linkWords(row, timeZone)}
      </span>
    );
  if (statusOf(row) === 'pending') return t(teamWords.emailNotVerified);
  if (ts_login === null) return <span title={t(teamWords.noSignIn)}>{t(teamWords.noAccess)}</span>;
  return (
    <time className="num" dateTime={new Date(ts_login * 1000).toISOString()} title={dateTimeIn(timeZone, ts_login)}>
      {relativeTime(ts_login, timeZone)}
    </time>
  );
}

/** Who it is, by name and email; `withStatus` where no column of its own says it. */
export function PersonCell({ row, withStatus }: { row: TeamMemberRow; withStatus: boolean }) {
  const { user, timeZone } = useSession();
  const name = memberName(row);
  return (
    <span className={css.person}>
      {row.invited ? (
        <span className={css.mail} aria-hidden>
          <Mail size={14} />
        </span>
      ) : (
        <Avatar name={name} id={row.id} size={32} />
      )}
      <span className={css.names}>
        <span className={`${tableCss.name} truncate`} title={name}>
          {row.id === user.id ? t(teamWords.you, { name, small: (parts) => <small key="you">{parts}</small> }) : name}
        </span>
        {name === row.email ? null : (
          <span className="t-caption truncate" title={row.email}>
            {row.email}
          </span>
        )}
        {withStatus && statusOf(row) !== 'active' ? (
          <span className={css.under}>
            <StatusBadge row={row} />
            {row.invited ? <span className="t-caption truncate">{linkWords(row, timeZone)}</span> : null}
          </span>
        ) : null}
      </span>
    </span>
  );
}
