import type { ReactNode } from 'react';
import type { AccountRow } from '#contracts/account/rows.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import parts from '../SettingsParts.module.css';

/** What the plan of an account is called; Pre-Trial while it has none. */
export const planNickname = ({
  plan_nickname,
  payment_status,
}: Pick<AccountRow, 'plan_nickname' | 'payment_status'>): string =>
  payment_status === paymentStatus.trial ? t(settingsWords.preTrial) : plan_nickname;

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
