import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import type { Control } from 'react-hook-form';
import type { AccountBilling } from '#contracts/admin/billing.ts';
import { type CustomPlan, featureNames } from '#contracts/api/plans.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { featureLabels } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import css from './BillingTab.module.css';
import { billingChanges } from './billing-queries.ts';
import { planAsTyped, type TypedPlan, typedPlan } from './custom-plan-form.ts';

type PlanControl = Control<TypedPlan, unknown, CustomPlan>;

function Features({ control }: { control: PlanControl }) {
  const id = useId();
  const { value, onChange, ref, name } = useFormField<TypedPlan, CustomPlan, TypedPlan['features']>({
    control,
    name: 'features',
  });
  return (
    <Field id={id} label={t(staffBillingWords.features)} group>
      <div className={css.features}>
        {featureNames.map((feature, at) => (
          <Checkbox
            key={feature}
            name={name}
            label={featureLabels[feature]}
            checked={value.includes(feature)}
            onChange={(on) => onChange(on ? [...value, feature] : value.filter((one) => one !== feature))}
            {...(at === 0 && { ref })}
          />
        ))}
      </div>
    </Field>
  );
}

const rules = zodResolver(typedPlan);

/** What a plan of an account's own costs and includes; it starts when it is sent. */
export function CustomPlanDrawer(props: { account: { id: string }; billing: AccountBilling; onClose: () => void }) {
  const { account, billing, onClose } = props;
  const { custom_plan, subscription, payment_methods } = billing;
  const form = useSchemaForm<TypedPlan, CustomPlan>({ start: planAsTyped(custom_plan), rules });
  const { control } = form;
  const act = useStaffAct('setCustomPlan', account.id, {
    changes: billingChanges(account.id),
    onRefused: (fields) =>
      form.refused(Object.fromEntries(Object.entries(fields).map(([path, said]) => [path.replace('plan.', ''), said]))),
    onDone: onClose,
  });
  // A card that the payment provider charges is not asked for a plan that it does not know.
  const card = billing.billing === 'local' ? payment_methods.find(({ is_default }) => is_default)?.card : undefined;
  const replaced = subscription?.plan.nickname;
  return (
    <Drawer
      open
      title={custom_plan ? t(staffBillingWords.changePlan) : t(staffBillingWords.makePlan)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending((plan) => act.run({ account_id: account.id, plan }))}
      footer={
        <>
          <Button data-push onClick={onClose} disabled={act.busy}>
            {t(staffBillingWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(staffBillingWords.start)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p className="t-small">
          {t(staffBillingWords.planText, { card: card?.last4 ?? 'none' })}{' '}
          {replaced ? t(staffBillingWords.planReplaces, { plan: replaced }) : null}
        </p>
        <FormTextField
          control={control}
          name="nickname"
          label={t(staffBillingWords.planName)}
          hint={t(staffBillingWords.planNameHint)}
          counter={60}
          autoComplete="off"
        />
        <div className={css.pair}>
          <FormTextField
            control={control}
            name="amount"
            label={t(staffBillingWords.price)}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
          />
          <FormTextField
            control={control}
            name="mau_limit"
            label={t(staffBillingWords.viewers)}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
          />
        </div>
        <FormTextField
          control={control}
          name="mau_exceed_price"
          label={t(staffBillingWords.overage)}
          hint={t(staffBillingWords.overageHint)}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
          optional
        />
        <div className={css.pair}>
          <FormTextField
            control={control}
            name="seats"
            label={t(staffBillingWords.seats)}
            hint={t(staffBillingWords.unlimitedHint)}
            maxLength={20}
            autoComplete="off"
          />
          <FormTextField
            control={control}
            name="story_limit"
            label={t(staffBillingWords.stories)}
            hint={t(staffBillingWords.unlimitedHint)}
            maxLength={20}
            autoComplete="off"
          />
        </div>
        <Features control={control} />
      </div>
    </Drawer>
  );
}
