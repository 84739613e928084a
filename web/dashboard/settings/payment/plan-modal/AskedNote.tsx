import type { ReactNode } from 'react';
import { featureWords } from '../../../gates/feature-words.ts';
import { type AskedFor, cheapestFor } from '../../../gates/upsell-address.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { settingsWords } from '../../../words/settings.en.ts';
import { t } from '../../../words/t.ts';
import css from './PlanList.module.css';

/** What somebody came to the plans for, and which plan brings it. */
export function AskedNote({ asked }: { asked: AskedFor }) {
  const { account } = useSession();
  const plan = cheapestFor(asked, account);
  const feature =
    asked === 'seats'
      ? t(paymentWords.moreSeats)
      : asked === 'stories'
        ? t(paymentWords.moreStories)
        : featureWords[asked].name;
  const named = { b: (parts: ReactNode) => <strong>{parts}</strong>, feature };
  return (
    <p className={css.asked} role="note">
      {plan ? t(settingsWords.featureFromPlan, { ...named, plan: plan.nickname }) : t(settingsWords.featureByUs, named)}
    </p>
  );
}
