import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react';
import type { FactorRow } from '#contracts/user/factor-rows.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { Badge } from '../../../kit/text/Badge.tsx';
import { dateIn } from '../../../kit/text/format.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import list from '../SessionsCard.module.css';
import type { FactorCard } from './asks.ts';
import { EveryoneItem, EveryoneNote } from './Everyone.tsx';
import { FactorItem } from './FactorItem.tsx';

const find = (factors: readonly FactorRow[], type: FactorRow['type']) => factors.find((one) => one.type === type);

/** What the person signs in with beside the password, and for owners that everyone in the account must. */
export function TwoFactorCard({ onAsk }: FactorCard) {
  const { user, account, timeZone } = usePerson();
  const acting = actingReason();
  const totp = find(user.factors, 'totp');
  const codes = find(user.factors, 'recovery_codes');
  const { phone_number: tail } = user;
  const own = totp !== undefined || find(user.factors, 'passkey') !== undefined;
  return (
    <Card
      as="section"
      title={t(factorsWords.title)}
      titleEnd={own || account.sms_otp ? <Badge kind="active">{t(factorsWords.on)}</Badge> : null}
      aria-label={t(factorsWords.title)}
    >
      <EveryoneNote />
      <p className="t-small">{acting ?? t(factorsWords.text)}</p>
      <ul className={list.list}>
        <FactorItem
          icon={Smartphone}
          name={t(factorsWords.authenticator)}
          text={
            totp
              ? t(factorsWords.since, { since: dateIn(timeZone, totp.ts_created) })
              : t(factorsWords.authenticatorText)
          }
        >
          <Button
            size="small"
            variant={totp ? 'quiet' : 'secondary'}
            disabledReason={acting}
            aria-label={totp ? t(factorsWords.removeAuthenticator) : undefined}
            onClick={() => onAsk({ what: totp ? 'remove-totp' : 'totp' })}
          >
            {totp ? t(factorsWords.remove) : t(factorsWords.setUp)}
          </Button>
        </FactorItem>
        <FactorItem
          icon={MessageSquareText}
          name={t(factorsWords.textMessage)}
          text={
            tail
              ? t(factorsWords.phoneKnown, { tail, required: String(account.sms_otp) })
              : t(factorsWords.phoneUnknown)
          }
        >
          <Button size="small" disabledReason={acting} onClick={() => onAsk({ what: 'phone' })}>
            {tail ? t(factorsWords.changeNumber) : t(factorsWords.addNumber)}
          </Button>
        </FactorItem>
        {user.factors.length > 0 ? (
          <FactorItem
            icon={KeyRound}
            name={t(factorsWords.recovery)}
            text={codes ? t(factorsWords.codesLeft, { left: codes.left ?? 0 }) : t(factorsWords.noCodes)}
          >
            <Button size="small" disabledReason={acting} onClick={() => onAsk({ what: 'codes' })}>
              {codes ? t(factorsWords.newCodes) : t(factorsWords.makeCodes)}
            </Button>
          </FactorItem>
        ) : null}
        <EveryoneItem onAsk={onAsk} />
      </ul>
    </Card>
  );
}
