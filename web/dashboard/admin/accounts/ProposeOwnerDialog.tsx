import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { staffReason } from '#contracts/admin/access.ts';
import type { AdminAccountRow, AdminUserRow } from '#contracts/admin/admin.ts';
import { email } from '#contracts/user/commands.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { staffAccessWords } from '../../words/staff-access.en.ts';
import { t } from '../../words/t.ts';
import { isMember, personName } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';

interface Typed {
  user_id: string | null;
  email: string;
  reason: string;
}

const person = z.string(t(staffWords.ownerOrAddress)).nullable();
const rulesFor = (invites: boolean) =>
  zodResolver(
    z.object({
      user_id: invites ? person : person.refine((id) => id !== null, t(staffWords.ownerOrAddress)),
      email: invites ? email : z.string(),
      reason: staffReason,
    }),
  );

const canOwn = (user: AdminUserRow) => isMember(user) && user.verified === 1 && user.disabled === 0;

/** Asks whom to propose as the owner of an account, and why: somebody in it, or an address where nobody is left. */
export function ProposeOwnerDialog(props: {
  account: AdminAccountRow;
  people: readonly AdminUserRow[];
  onClose: () => void;
}) {
  const { account, people, onClose } = props;
  const able = people.filter(canOwn);
  const invites = able.length === 0;
  const form = useSchemaForm<Typed>({ start: { user_id: null, email: '', reason: '' }, rules: rulesFor(invites) });
  const chosen = useFormField<Typed, Typed, string | null>({ control: form.control, name: 'user_id' });
  const act = useStaffAct('proposeOwner', account.id, { onRefused: form.refused, onDone: onClose });
  return (
    <Dialog
      open
      size="small"
      title={t(staffAccessWords.propose)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending(({ user_id, email: address, reason }) =>
        act.run({ account_id: account.id, reason, ...(invites ? { email: address } : { user_id: user_id! }) }),
      )}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(staffAccessWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(staffAccessWords.propose)}
          </Button>
        </>
      }
    >
      <p>{invites ? t(staffAccessWords.inviteText) : t(staffAccessWords.proposeText)}</p>
      {invites ? (
        <FormTextField
          control={form.control}
          name="email"
          label={t(staffAccessWords.email)}
          inputMode="email"
          autoComplete="off"
          autoFocus
        />
      ) : (
        <SearchSelect
          {...chosen}
          label={t(staffAccessWords.newOwner)}
          placeholder={t(staffAccessWords.newOwnerExample)}
          options={able.map((user) => ({ value: user.id, label: `${personName(user)}, ${user.email}` }))}
          none={(text) => t(staffAccessWords.noPerson, { text })}
        />
      )}
      <FormTextField
        control={form.control}
        name="reason"
        label={t(staffAccessWords.reason)}
        hint={t(staffAccessWords.reasonHint)}
        rows={2}
        counter={300}
        autoComplete="off"
      />
    </Dialog>
  );
}
