import { zodResolver } from '@hookform/resolvers/zod';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { payerLimits, typedPayerAddress, typedPayerName } from '#contracts/subscription/payer.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { FormTextField } from '../../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { paymentWords } from '../../../words/payment.en.ts';
import { settingsWords } from '../../../words/settings.en.ts';
import { t } from '../../../words/t.ts';
import { CountrySelect } from '../../account/CountrySelect.tsx';
import type { WrittenPayer } from '../payment-commands.ts';
import { customerQuery } from '../payment-queries.ts';
import { useProven } from '../use-proven.tsx';
import css from './PayerInfo.module.css';

const { line1, line2, city, state, postal_code, country, tax_id } = typedPayerAddress.shape;
// What may be left out is typed as an empty text.
const typed = z.object({
  name: typedPayerName,
  line1,
  line2: line2.unwrap().unwrap(),
  city,
  state: state.unwrap().unwrap(),
  postal_code: postal_code.unwrap().unwrap(),
  country,
  tax_id: tax_id.unwrap().unwrap(),
});
type Typed = z.output<typeof typed>;
const rules = zodResolver(typed);

// A field of its own place: the first one that is wrong gets the focus in the order in which they are drawn.
function PayerCountry({ control }: { control: Control<Typed> }) {
  const { name: _, ...field } = useFormField<Typed, Typed, string>({ control, name: 'country' });
  return (
    <CountrySelect {...field} value={field.value || null} onChange={(chosen) => field.onChange(chosen ?? '')} needed />
  );
}

/** Changes who pays for the account and where they live. */
export function PayerDialog({ customer, onClose }: { customer: PaymentCustomer; onClose: () => void }) {
  const { name, address } = customer;
  const start: Typed = {
    name: name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postal_code ?? '',
    country: address?.country ?? '',
    tax_id: address?.tax_id ?? '',
  };
  const form = useSchemaForm<Typed>({ start, rules });
  const { control } = form;
  const save = useProven<WrittenPayer, { message: string | null }>(
    {
      on: 'payment',
      send: (product, payer, key) => product.savePayer(payer, key),
      changes: [customerQuery.queryKey],
      said: ({ message }) => message,
      onRefused: (messages) =>
        form.refused(
          Object.fromEntries(Object.entries(messages).map(([path, text]) => [path.replace(/^address\./, ''), text])),
        ),
      onDone: onClose,
    },
    { title: t(paymentWords.payer), submit: t(settingsWords.save) },
  );
  return (
    <>
      <Dialog
        open
        size="wide"
        title={t(paymentWords.payer)}
        onClose={save.busy ? () => undefined : onClose}
        onSubmit={form.sending(({ name: written, ...lives }) => save.run({ name: written, address: lives }))}
        footer={
          <>
            {name !== null || address !== null ? (
              <Button
                variant="danger-outline"
                disabled={save.busy}
                onClick={() => void save.run({ name: null, address: null })}
              >
                {t(paymentWords.removePayer)}
              </Button>
            ) : null}
            <Button onClick={onClose} disabled={save.busy}>
              {t(settingsWords.cancel)}
            </Button>
            <Button type="submit" variant="primary" loading={save.busy}>
              {t(settingsWords.save)}
            </Button>
          </>
        }
      >
        <p className="t-small">{t(paymentWords.payerText)}</p>
        <FormTextField
          control={control}
          name="name"
          label={t(paymentWords.payerName)}
          maxLength={payerLimits.name}
          autoComplete="organization"
          autoFocus
        />
        <FormTextField
          control={control}
          name="line1"
          label={t(paymentWords.street)}
          maxLength={payerLimits.addressLine}
          autoComplete="address-line1"
        />
        <FormTextField
          control={control}
          name="line2"
          label={t(paymentWords.moreOfStreet)}
          optional
          maxLength={payerLimits.addressLine}
          autoComplete="address-line2"
        />
        <div className={css.pair}>
          <FormTextField
            control={control}
            name="city"
            label={t(paymentWords.city)}
            maxLength={payerLimits.city}
            autoComplete="address-level2"
          />
          <FormTextField
            control={control}
            name="postal_code"
            label={t(paymentWords.postalCode)}
            optional
            maxLength={payerLimits.postalCode}
            autoComplete="postal-code"
          />
          <FormTextField
            control={control}
            name="state"
            label={t(paymentWords.state)}
            optional
            maxLength={payerLimits.city}
            autoComplete="address-level1"
          />
          <PayerCountry control={control} />
        </div>
        <FormTextField
          control={control}
          name="tax_id"
          label={t(paymentWords.taxId)}
          optional
          maxLength={payerLimits.taxId}
          autoComplete="off"
        />
      </Dialog>
      {save.dialog}
    </>
  );
}
