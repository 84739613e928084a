import { LogOut } from 'lucide-react';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './TeamSettings.module.css';
import { isLastOwner } from './team-rows.ts';

/** The way out of the team, which the last account owner does not have. */
export function LeaveTeam({ rows, onAsk }: { rows: readonly TeamMemberRow[]; onAsk: () => void }) {
  const { user, account } = useSession();
  const isLast = isLastOwner(rows, user.id);
  return (
    <section className={css.leave} aria-label={t(teamWords.leaveTeam)}>
      <p className="t-small">
        {isLast ? t(teamWords.lastOwnerStays) : t(teamWords.leaveText, { company: account.name })}
      </p>
      <Button
        size="small"
        variant="danger-outline"
        className={css.touch ?? ''}
        icon={<LogOut aria-hidden />}
        disabledReason={actingReason() ?? (isLast ? t(teamWords.lastOwnerStays) : undefined)}
        onClick={onAsk}
      >
        {t(teamWords.leaveTeam)}
      </Button>
    </section>
  );
}
