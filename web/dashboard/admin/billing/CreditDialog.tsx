import { zodResolver } from '@hookform/resolvers/zod';
import { useWatch } from 'react-hook-form';
import { Button } from '../../kit/buttons/Button.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { billingChanges } from './billing-queries.ts';
import { creditAsked, type TypedCredit, typedCredit } from './credit-form.ts';

const kinds = [
  ['months', t(staffBillingWords.months)],
  ['amount', t(staffBillingWords.amount)],
] as const;
const start: TypedCredit = { kind: 'months', value: '', reason: '' };
const rules = zodResolver(typedCredit);

/** Asks how much credit an account gets, as months or as an amount, and why. */
export function CreditDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const form = useSchemaForm<TypedCredit>({ start, rules });
  const { control } = form;
  const kind = useFormField<TypedCredit, TypedCredit, string>({ control, name: 'kind', deps: ['value'] });
  const ofMonths = useWatch({ control, name: 'kind' }) === 'months';
  const act = useStaffAct('giveCredit', accountId, {
    changes: billingChanges(accountId),
    onRefused: ({ months, amount, ...others }) => form.refused({ ...others, value: months ?? amount ?? '' }),
    onDone: onClose,
  });
  return (
    <Dialog
      open
      size="small"
      title={t(staffBillingWords.giveCredit)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending((typed) => act.run({ account_id: accountId, ...creditAsked(typed) }))}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(staffBillingWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(staffBillingWords.giveCredit)}
          </Button>
        </>
      }
    >
      <p>{t(staffBillingWords.creditText)}</p>
      <Choices {...kind} label={t(staffBillingWords.whatToGive)} options={kinds} />
      <FormTextField
        control={control}
        name="value"
        label={ofMonths ? t(staffBillingWords.monthsField) : t(staffBillingWords.amountField)}
        inputMode={ofMonths ? 'numeric' : 'decimal'}
        maxLength={20}
        autoComplete="off"
      />
      <FormTextField
        control={control}
        name="reason"
        label={t(staffBillingWords.reason)}
        hint={t(staffBillingWords.reasonHint)}
        rows={2}
        counter={200}
        autoComplete="off"
      />
    </Dialog>
  );
}
