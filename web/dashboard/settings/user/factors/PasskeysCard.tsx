import { Fingerprint, Plus } from 'lucide-react';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import { canUsePasskeys } from '../../../api/can-use-passkeys.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { dateIn } from '../../../kit/text/format.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import list from '../SessionsCard.module.css';
import type { FactorCard } from './asks.ts';
import { FactorItem } from './FactorItem.tsx';
import css from './Factors.module.css';

const whyNot = (): string =>
  'PublicKeyCredential' in window ? t(refusalWords.PasskeysNeedName) : t(factorsWords.passkeysNeedHttps);

/** The passkeys of the person, which sign in alone or after the password. */
export function PasskeysCard({ onAsk }: FactorCard) {
  const { user, timeZone } = useSession();
  const acting = actingReason();
  const passkeys = user.factors.filter(({ type }) => type === 'passkey');
  return (
    <Card
      as="section"
      title={t(factorsWords.passkeys)}
      titleEnd={
        canUsePasskeys ? (
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            disabledReason={acting}
            onClick={() => onAsk({ what: 'passkey' })}
          >
            {t(factorsWords.addPasskey)}
          </Button>
        ) : null
      }
      aria-label={t(factorsWords.passkeys)}
    >
      <p className="t-small">{t(factorsWords.passkeysText)}</p>
      {canUsePasskeys ? null : <p className={`t-caption ${css.whyNot}`}>{whyNot()}</p>}
      <ul className={list.list}>
        {passkeys.map((passkey) => {
          const { id, label, ts_created, ts_used } = passkey;
          const since = dateIn(timeZone, ts_created);
          return (
            <FactorItem
              key={id}
              icon={Fingerprint}
              name={label ?? ''}
              text={
                ts_used
                  ? t(factorsWords.passkeyUsed, { since, used: dateIn(timeZone, ts_used) })
                  : t(factorsWords.passkeyNew, { since })
              }
            >
              <Button
                size="small"
                variant="quiet"
                disabledReason={acting}
                aria-label={t(factorsWords.removeNamed, { name: label })}
                onClick={() => onAsk({ what: 'remove-passkey', passkey })}
              >
                {t(factorsWords.remove)}
              </Button>
            </FactorItem>
          );
        })}
      </ul>
    </Card>
  );
}
