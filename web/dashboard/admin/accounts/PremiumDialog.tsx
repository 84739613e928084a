import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useStaffAct } from '../provider/use-staff-act.ts';

/** Properties of the PremiumDialog. */
export interface PremiumDialogProps {
  account: { id: string; name: string; premium: 0 | 1 };
  open: boolean;
  onClose: () => void;
}

/** Asks before an account becomes premium, or ends to be. */
export function PremiumDialog({ account, open, onClose }: PremiumDialogProps) {
  const act = useStaffAct('setPremium');
  const premium = account.premium === 0;
  return (
    <ConfirmDialog
      open={open}
      title={premium ? 'Set Premium?' : 'End premium?'}
      text={
        premium
          ? `${account.name} gets every feature of the largest plan, with unlimited seats and stories, and pays nothing.`
          : `${account.name} goes back to the plan it would have now. What is more than that plan allows stays, but cannot be added to.`
      }
      confirmLabel={premium ? 'Set Premium' : 'End premium'}
      danger={!premium}
      onConfirm={() => act.mutateAsync({ account_id: account.id, is_premium: premium }).then(onClose, onClose)}
      onClose={onClose}
    />
  );
}
