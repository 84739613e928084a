import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { staffReason } from '#contracts/admin/access.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../kit/forms/schema-form.ts';
import { Dialog } from '../kit/overlays/Dialog.tsx';
import { staffAccessWords } from '../words/staff-access.en.ts';
import { t } from '../words/t.ts';
import { type Given, useStaffAct } from './provider/use-staff-act.ts';

/** Acts that take a reason beside what they are on. */
type ReasonedAct = 'resetFactors' | 'signUserOut' | 'disableUser' | 'enableUser' | 'agreeToOwner' | 'turnOwnerDown';

/** Properties of the ReasonDialog: the act, what it is on, and what is said before it. */
export interface ReasonDialogProps<Name extends ReasonedAct> {
  act: Name;
  on: string;
  given: Omit<Given<Name>, 'reason'>;
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  onClose: () => void;
}

const rules = zodResolver(z.object({ reason: staffReason }));

/** Says what an act of staff will do, and asks why, before it is done. */
export function ReasonDialog<Name extends ReasonedAct>(props: ReasonDialogProps<Name>) {
  const { act: name, on, given, title, text, confirmLabel, danger = true, onClose } = props;
  const form = useSchemaForm({ start: { reason: '' }, rules });
  const act = useStaffAct(name, on, { onRefused: form.refused, onDone: onClose });
  return (
    <Dialog
      open
      size="small"
      title={title}
      role="alertdialog"
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending(({ reason }) => act.run({ ...given, reason } as Given<Name>))}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(staffAccessWords.cancel)}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={act.busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <FormTextField
        control={form.control}
        name="reason"
        label={t(staffAccessWords.reason)}
        hint={t(staffAccessWords.reasonHint)}
        rows={2}
        counter={300}
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
