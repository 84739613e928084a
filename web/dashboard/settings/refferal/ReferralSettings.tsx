import { BadgeCheck, Gift, Send } from 'lucide-react';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';
import parts from '../SettingsParts.module.css';
import { CodeCard } from './CodeCard.tsx';
import css from './ReferralSettings.module.css';
import { ReferredCompanies } from './ReferredCompanies.tsx';

const steps = [
  { icon: Send, title: t(referralWords.send), text: t(referralWords.sendText) },
  { icon: BadgeCheck, title: t(referralWords.plan), text: t(referralWords.planText) },
  { icon: Gift, title: t(referralWords.free), text: t(referralWords.freeText) },
];

/** How one account brings another: its code, how that goes, and who came. For account owners and app owners. */
export function ReferralSettings() {
  return (
    <>
      <header className={parts.head}>
        <div>
          <h2 className="t-page">{t(referralWords.title)}</h2>
          <p className="t-small">{t(referralWords.text)}</p>
        </div>
      </header>
      <div className={css.root}>
        <CodeCard />
        <ol className={css.steps} aria-label={t(referralWords.steps)}>
          {steps.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className={css.tile}>
                <Icon size={18} aria-hidden />
              </span>
              <div>
                <h3 className="t-card">{title}</h3>
                <p className="t-small">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <ReferredCompanies />
      </div>
    </>
  );
}
