import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { usePopup } from '../../notifications/use-popup.ts';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';

/** Tells that a referral has earned a month, until it is closed. */
export function MonthEarned() {
  const { open, close } = usePopup('referral_earned');
  return (
    <Dialog
      open={open}
      size="small"
      title={t(referralWords.earnedTitle)}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {t(referralWords.earnedClose)}
        </Button>
      }
    >
      <p>{t(referralWords.earnedBody)}</p>
    </Dialog>
  );
}
