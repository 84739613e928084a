import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { ActorMark } from '../../activity/ActorMark.tsx';
import { ownAudit } from '../../activity/audit-source.ts';
import { splitSentence } from '../../group/history/history-words.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './LatestInTeam.module.css';
import { latestInTeam } from './team-changes.ts';

const acts = [
  'InvitationSent',
  'InvitationResent',
  'InvitationCancelled',
  'InvitationAccepted',
  'UserJoinedTeam',
  'UserPermissionsChanged',
  'UserRemoved',
  'UserLeft',
].join(',');

const shown = 4;
const lookEvery = 20_000;

/** Which roles a change took and gave; what the other acts changed stands in their sentence. */
function rolesBrief({ action, changes }: AuditRow): string {
  const roles = action === 'UserPermissionsChanged' ? changes.find(({ field }) => field === 'roles') : undefined;
  const [from, to]: unknown[] = [roles?.from, roles?.to];
  if (!Array.isArray(from) || !Array.isArray(to)) return '';
  const lost = from.filter((one) => !to.includes(one)).join(', ');
  const given = to.filter((one) => !from.includes(one)).join(', ');
  if (lost && given) return `${lost} → ${given}`;
  return given ? `+ ${given}` : `− ${lost}`;
}

function LatestRow({ row }: { row: AuditRow }) {
  const { timeZone } = useSession();
  const brief = rolesBrief(row);
  return (
    <li className={css.row}>
      <ActorMark actor={row.actor} size={24} />
      <span className={css.text}>
        <span>
          <strong>{row.actor.name}</strong>{' '}
          {splitSentence(row.sentence).map(({ at, text, name }) =>
            name ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
          )}
        </span>
        {brief ? (
          <span className={`${css.brief} truncate`} title={brief}>
            {brief}
          </span>
        ) : null}
      </span>
      <time
        className="t-caption num"
        dateTime={new Date(row.ts * 1000).toISOString()}
        title={dateTimeIn(timeZone, row.ts, true)}
      >
        {relativeTime(row.ts, timeZone)}
      </time>
    </li>
  );
}

/** The last things that were done in the team; for whoever may read the activity of the account. */
export function LatestInTeam() {
  const { data, isError, refetch } = useQuery({
    queryKey: latestInTeam,
    queryFn: ({ signal }) => ownAudit.read({ action: acts, limit: shown, offset: 0 }, signal),
    refetchInterval: lookEvery,
  });
  const rows = data?.rows ?? [];
  if (!isError && rows.length === 0) return null;
  return (
    <Card
      as="section"
      title={t(teamWords.latest)}
      aria-label={t(teamWords.latest)}
      titleEnd={<Link to={`/activity?act=${acts}`}>{t(teamWords.seeAllInActivity)}</Link>}
    >
      {rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <LatestRow key={row.id} row={row} />
          ))}
        </ul>
      ) : (
        <ErrorState bare title={t(teamWords.latestFailed)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
