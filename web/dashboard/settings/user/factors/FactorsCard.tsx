import { KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FactorRow } from '#contracts/user/factor-rows.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { dateIn } from '../../../kit/text/format.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import list from '../SessionsCard.module.css';
import { CodesDialog } from './CodesDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

type Asks =
  | { what: 'begin' | 'remove' | 'codes' }
  | { what: 'verify'; made: { secret: string; uri: string } }
  | { what: 'show'; codes: readonly string[] };

interface Row {
  icon: LucideIcon;
  name: string;
  text: string;
  children: ReactNode;
}

function FactorItem({ icon: Icon, name, text, children }: Row) {
  return (
    <li className={list.item}>
      <span className={list.tile}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={list.text}>
        <div className={list.device}>{name}</div>
        <div className="t-caption">{text}</div>
      </div>
      {children}
    </li>
  );
}

const find = (factors: readonly FactorRow[], type: FactorRow['type']) => factors.find((one) => one.type === type);

/** What the person signs in with beside the password: an authenticator app, and codes for who has lost it. */
export function FactorsCard() {
  const { user, timeZone } = useSession();
  const [asks, setAsks] = useState<Asks | null>(null);
  const close = () => setAsks(null);
  const acting = actingReason();
  const totp = find(user.factors, 'totp');
  const codes = find(user.factors, 'recovery_codes');
  return (
    <Card as="section" title={t(factorsWords.title)} aria-label={t(factorsWords.title)}>
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
            onClick={() => setAsks({ what: totp ? 'remove' : 'begin' })}
          >
            {totp ? t(factorsWords.remove) : t(factorsWords.setUp)}
          </Button>
        </FactorItem>
        {user.factors.length > 0 ? (
          <FactorItem
            icon={KeyRound}
            name={t(factorsWords.recovery)}
            text={codes ? t(factorsWords.codesLeft, { left: codes.left ?? 0 }) : t(factorsWords.noCodes)}
          >
            <Button size="small" disabledReason={acting} onClick={() => setAsks({ what: 'codes' })}>
              {codes ? t(factorsWords.newCodes) : t(factorsWords.makeCodes)}
            </Button>
          </FactorItem>
        ) : null}
      </ul>
      {asks?.what === 'begin' ? (
        <PasswordDialog
          title={t(factorsWords.setUpTitle)}
          text={t(factorsWords.setUpText)}
          submit={t(factorsWords.goOn)}
          send={(product, proof) => product.beginTotp(proof)}
          onDone={(made) => setAsks({ what: 'verify', made })}
          onClose={close}
        />
      ) : null}
      {asks?.what === 'verify' ? <VerifyDialog made={asks.made} onDone={close} onClose={close} /> : null}
      {asks?.what === 'remove' ? (
        <PasswordDialog
          title={t(factorsWords.removeAuthenticator)}
          text={t(factorsWords.removeText)}
          submit={t(factorsWords.remove)}
          danger
          send={(product, proof) => product.removeTotp(proof)}
          onDone={close}
          onClose={close}
        />
      ) : null}
      {asks?.what === 'codes' ? (
        <PasswordDialog
          title={t(factorsWords.recovery)}
          text={t(factorsWords.codesText)}
          submit={t(factorsWords.goOn)}
          send={(product, proof) => product.makeRecoveryCodes(proof)}
          onDone={({ codes: made }) => setAsks({ what: 'show', codes: made })}
          onClose={close}
        />
      ) : null}
      {asks?.what === 'show' ? <CodesDialog codes={asks.codes} onClose={close} /> : null}
    </Card>
  );
}
