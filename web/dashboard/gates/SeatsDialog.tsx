import { Sparkles } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { Dialog } from '../kit/overlays/Dialog.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import { gatesWords } from '../words/gates.en.ts';
import { t } from '../words/t.ts';
import { planNickname } from './plan-nickname.ts';
import css from './UpsellDialog.module.css';
import { cheapestFor, useUpsellAddress } from './upsell-address.ts';

/** The words for the next plan with more seats; null where there is none. */
const moreSeats = (seats: number): string | null => {
  const next = cheapestFor('seats', { seats });
  if (!next) return null;
  return next.seats < 0
    ? t(gatesWords.moreSeatsUnlimited, { plan: next.nickname })
    : t(gatesWords.moreSeats, { plan: next.nickname, seats: next.seats });
};

/** Says that every seat of the plan is taken and which plan has more, and leads to it whoever may choose one. */
export function SeatsDialog({ onClose }: { onClose: () => void }) {
  const { account, user } = useSession();
  const address = useUpsellAddress('seats');
  const owns = user.roles.includes('account_owner');
  const more = moreSeats(account.seats);
  return (
    <Dialog
      open
      size="small"
      title={t(gatesWords.seatsTakenTitle)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(gatesWords.notNow)}</Button>
          <Button variant="primary" to={address} disabledReason={owns ? undefined : permissionText}>
            {t(gatesWords.gainAccess)}
          </Button>
        </>
      }
    >
      <div className={css.upsell}>
        <span className={css.tile}>
          <Sparkles size={20} aria-hidden />
        </span>
        <div>
          <p>{t(gatesWords.seatsTakenText, { plan: planNickname(account), seats: account.seats })}</p>
          {more ? <p className="t-small">{more}</p> : null}
        </div>
      </div>
    </Dialog>
  );
}
