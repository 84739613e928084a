import { zodResolver } from '@hookform/resolvers/zod';
import { type Control, useWatch } from 'react-hook-form';
import type { PromoCodeBody } from '#contracts/subscription/commands.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { FormDateTimeField } from '../../kit/forms/FormDateTimeField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { t } from '../../words/t.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { type TypedPromo, typedPromo } from './promo-form.ts';

const start: TypedPromo = { code: '', kind: 'percent', value: '', lasts: 'once', months: '', uses: '', ts_ends: null };
const rules = zodResolver(typedPromo);
const kinds = [
  ['percent', t(promoCodeWords.percent)],
  ['amount', t(promoCodeWords.amount)],
] as const;
const lengths = [
  ['once', t(promoCodeWords.once)],
  ['months', t(promoCodeWords.severalMonths)],
] as const;

function Off({ control }: { control: Control<TypedPromo, unknown, PromoCodeBody> }) {
  const [kind, lasts] = useWatch({ control, name: ['kind', 'lasts'] });
  const kindField = useFormField<TypedPromo, PromoCodeBody, string>({ control, name: 'kind', deps: ['value'] });
  const lastsField = useFormField<TypedPromo, PromoCodeBody, string>({ control, name: 'lasts', deps: ['months'] });
  const typed = { maxLength: 20, autoComplete: 'off' } as const;
  return (
    <>
      <Choices {...kindField} label={t(promoCodeWords.kind)} options={kinds} />
      <FormTextField
        control={control}
        name="value"
        label={kind === 'percent' ? t(promoCodeWords.percentField) : t(promoCodeWords.amountField)}
        inputMode={kind === 'percent' ? 'numeric' : 'decimal'}
        {...typed}
      />
      <Choices {...lastsField} label={t(promoCodeWords.howLong)} options={lengths} />
      {lasts === 'months' ? (
        <FormTextField
          control={control}
          name="months"
          label={t(promoCodeWords.monthsField)}
          inputMode="numeric"
          {...typed}
        />
      ) : null}
      <FormTextField
        control={control}
        name="uses"
        label={t(promoCodeWords.most)}
        hint={t(promoCodeWords.mostHint)}
        inputMode="numeric"
        optional
        {...typed}
      />
    </>
  );
}

/** Asks what a new promo code is called, takes off, and how often and until when it can be used. */
export function MakeCodeDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm<TypedPromo, PromoCodeBody>({ start, rules });
  const { control } = form;
  const act = useStaffAct('makePromoCode', 'promo-code', {
    changes: [['promo-codes'], ['audit']],
    onRefused: form.refused,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      title={t(promoCodeWords.make)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending((code) => act.run(code))}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(promoCodeWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(promoCodeWords.make)}
          </Button>
        </>
      }
    >
      <p>{t(promoCodeWords.makeText)}</p>
      <FormTextField
        control={control}
        name="code"
        label={t(promoCodeWords.code)}
        hint={t(promoCodeWords.codeHint)}
        maxLength={60}
        autoComplete="off"
      />
      <Off control={control} />
      <FormDateTimeField
        control={control}
        name="ts_ends"
        label={t(promoCodeWords.endsAt)}
        hint={t(promoCodeWords.endsHint)}
        timeZone="UTC"
        min={Date.now() / 1000}
        optional
      />
    </Dialog>
  );
}
