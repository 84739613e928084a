import { useQuery } from '@tanstack/react-query';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { CustomerList } from '../../shell/CustomerList.tsx';
import { teamQuery } from '../../shell/session/session-queries.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import { Team } from './Team.tsx';
import { TeamHead } from './TeamHead.tsx';
import css from './TeamSettings.module.css';

const mailMs = 3000;

const isMailUnderWay = ({ invited, ts_invitation_end }: TeamMemberRow) => invited && ts_invitation_end === null;

const waiting = (
  <>
    <TeamHead />
    <Loading label={t(teamWords.loading)} />
    <div className={css.waiting}>
      <Skeleton width={320} height={34} radius={10} />
    </div>
    <Card padded={false}>
      {[0, 1, 2].map((at) => (
        <div key={at} className={css.waitingRow}>
          <Skeleton width={32} height={32} round />
          <div>
            <Skeleton width={140} height={12} />
            <Skeleton width={200} height={10} />
          </div>
        </div>
      ))}
    </Card>
  </>
);

/** While somebody is invited they may join at any moment. */
const invitedMs = 15_000;

const lookAgainAfter = (rows: readonly TeamMemberRow[] | undefined): number | false => {
  if (rows?.some(isMailUnderWay)) return mailMs;
  return rows?.some(({ invited }) => invited) ? invitedMs : false;
};

/** Who is in the team and what each may do, invitations included; for account owners, app owners and story creators. */
export function TeamSettings() {
  const known = useQuery({ ...teamQuery, enabled: false });
  return (
    <CustomerList
      name="team"
      filter={{}}
      refetchInterval={lookAgainAfter(known.data)}
      waiting={waiting}
      failed={(_, onRetry) => (
        <>
          <TeamHead />
          <ErrorState title={t(teamWords.failed)} onRetry={onRetry} />
        </>
      )}
    >
      <Team />
    </CustomerList>
  );
}
