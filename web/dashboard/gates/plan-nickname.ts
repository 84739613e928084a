import type { AccountRow } from '#contracts/account/rows.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';

/** What the plan of an account is called; Pre-Trial while it has none. */
export const planNickname = ({
  plan_nickname,
  payment_status,
}: Pick<AccountRow, 'plan_nickname' | 'payment_status'>): string =>
  payment_status === paymentStatus.trial ? t(settingsWords.preTrial) : plan_nickname;
