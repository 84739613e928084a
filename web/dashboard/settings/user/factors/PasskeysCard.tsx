import { Ellipsis, Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import { canUsePasskeys } from '../../../api/can-use-passkeys.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { IconButton } from '../../../kit/buttons/IconButton.tsx';
import { Card } from '../../../kit/Card.tsx';
import { Menu } from '../../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../../kit/overlays/MenuItem.tsx';
import { dateIn } from '../../../kit/text/format.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
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
  const { user, timeZone } = usePerson();
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
              <Menu
                label={t(factorsWords.passkeyActions, { name: label })}
                align="end"
                trigger={
                  <IconButton label={t(factorsWords.passkeyActions, { name: label })} icon={<Ellipsis />} noTooltip />
                }
              >
                <MenuItem
                  icon={<Pencil aria-hidden />}
                  disabledReason={acting}
                  onSelect={() => onAsk({ what: 'rename-passkey', passkey })}
                >
                  {t(factorsWords.rename)}
                </MenuItem>
                <MenuItem
                  danger
                  icon={<Trash2 aria-hidden />}
                  disabledReason={acting}
                  onSelect={() => onAsk({ what: 'remove-passkey', passkey })}
                >
                  {t(factorsWords.remove)}
                </MenuItem>
              </Menu>
            </FactorItem>
          );
        })}
      </ul>
    </Card>
  );
}
