import { Check, Info, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { kitWords } from '../../words/kit.en.ts';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';
import css from './ReferralInfo.module.css';

const { ruleSignUp, ruleOnce, ruleYear, ruleCard, rulePrivate } = referralWords;
const rules = [ruleSignUp, ruleOnce, ruleYear, ruleCard, rulePrivate].map((rule) => t(rule));

/** Properties of a ReferralInfo; whoever draws it holds whether it is open. */
export interface ReferralInfoProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The rules of the code, beside the button that opens them. */
export function ReferralInfo({ open, onOpen, onClose }: ReferralInfoProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        ref={setButton}
        className={css.button ?? ''}
        size="small"
        label={t(referralWords.openInfo)}
        icon={<Info />}
        aria-haspopup="dialog"
        onClick={onOpen}
      />
      <Popover beside anchor={open ? button : null} width={324} label={t(referralWords.info)} onClose={onClose}>
        <div className={css.root}>
          <div className={css.head}>
            <h2 className="t-card">{t(referralWords.info)}</h2>
            <IconButton size="small" label={t(kitWords.close)} icon={<X />} noTooltip onClick={onClose} />
          </div>
          <ul>
            {rules.map((rule) => (
              <li key={rule}>
                <Check size={16} aria-hidden />
                {rule}
              </li>
            ))}
          </ul>
        </div>
      </Popover>
    </>
  );
}
