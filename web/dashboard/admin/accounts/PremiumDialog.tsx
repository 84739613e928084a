import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';

/** Properties of the PremiumDialog. */
export interface PremiumDialogProps {
  account: { id: string; name: string; premium: 0 | 1 };
  open: boolean;
  onClose: () => void;
}

/** Asks before an account becomes premium, or ends to be. */
export function PremiumDialog({ account, open, onClose }: PremiumDialogProps) {
  const act = useStaffAct('setPremium', account.id);
  const premium = account.premium === 0;
  return (
    <ConfirmDialog
      open={open}
      title={premium ? t(adminWords.askSetPremium) : t(adminWords.askEndPremium)}
      text={
        premium
          ? t(adminWords.setPremiumText, { name: account.name })
          : t(adminWords.endPremiumText, { name: account.name })
      }
      confirmLabel={premium ? t(adminWords.setPremium) : t(adminWords.endPremium)}
      danger={!premium}
      onConfirm={() => act.run({ account_id: account.id, is_premium: premium }).then(onClose)}
      onClose={onClose}
    />
  );
}
