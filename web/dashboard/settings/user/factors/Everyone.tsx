import { ShieldCheck, Users } from 'lucide-react';
import { actingReason } from '../../../api/acting-reason.ts';
import { FeatureGate } from '../../../gates/FeatureGate.tsx';
import { Button } from '../../../kit/buttons/Button.tsx';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import type { FactorCard } from './asks.ts';
import { FactorItem } from './FactorItem.tsx';
import css from './Factors.module.css';

/** Says that everyone in the account signs in with a second step; nothing while they need not. */
export function EveryoneNote() {
  const { account } = usePerson();
  if (!account.sms_otp) return null;
  return (
    <p className={css.everyone}>
      <ShieldCheck size={16} aria-hidden />
      {t(factorsWords.everyoneOn, { company: account.name })}
    </p>
  );
}

/** Asks for a second step of everyone in the account: for its owners, until it is on. */
export function EveryoneItem({ onAsk }: FactorCard) {
  const { user, account, may } = usePerson();
  if (!may('account.change') || account.sms_otp) return null;
  return (
    <FactorItem icon={Users} name={t(factorsWords.everyone)} text={t(factorsWords.everyoneText)}>
      <FeatureGate feature="mfa">
        <Button
          size="small"
          disabledReason={actingReason()}
          aria-label={t(factorsWords.requireTitle)}
          onClick={() => onAsk(user.phone_number ? { what: 'require' } : { what: 'phone', next: 'require' })}
        >
          {t(factorsWords.require)}
        </Button>
      </FeatureGate>
    </FactorItem>
  );
}
