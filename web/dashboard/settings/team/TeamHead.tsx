import type { ReactNode } from 'react';
import { planNickname } from '../../gates/plan-nickname.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import parts from '../SettingsParts.module.css';

/** The title of the page, what the plan includes, and at the right what is done here. */
export function TeamHead({ children }: { children?: ReactNode }) {
  const { account } = useSession();
  return (
    <header className={parts.head}>
      <div>
        <h2 className="t-page">{t(teamWords.title)}</h2>
        <p className="t-small">
          {account.seats < 0
            ? t(teamWords.introUnlimited)
            : t(teamWords.introSeats, { plan: planNickname(account), seats: account.seats })}
        </p>
      </div>
      {children}
    </header>
  );
}
