import { Gift, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { usePopup } from '../../notifications/use-popup.ts';
import { kitWords } from '../../words/kit.en.ts';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';
import css from './MonthEarned.module.css';

/** Tells in a corner of the page that a referral made a month free, until it is closed; it blocks nothing. */
export default function MonthEarned() {
  const id = useId();
  const earned = usePopup('referral_earned');
  const received = usePopup('referral_received');
  const { open, close } = earned.open ? earned : received;
  if (!open) return null;
  return (
    <aside className={css.card} aria-labelledby={id}>
      <div className={css.picture} aria-hidden>
        <Gift />
      </div>
      <div className={css.body}>
        <div className={css.title}>
          <h2 id={id} className="t-card">
            {t(referralWords.earnedTitle)}
          </h2>
          <IconButton label={t(kitWords.close)} icon={<X size={16} />} size="small" noTooltip onClick={close} />
        </div>
        <p className="t-small">{t(earned.open ? referralWords.earnedBody : referralWords.receivedBody)}</p>
        <Button size="small" to={earned.open ? '/settings/refferal' : '/settings/payment'}>
          {t(earned.open ? referralWords.earnedMore : referralWords.receivedMore)}
        </Button>
      </div>
    </aside>
  );
}
