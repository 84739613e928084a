import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { z } from 'zod';
import { accountPatch } from '#contracts/account/commands.ts';
import type { AccountRow } from '#contracts/account/rows.ts';
import { limits } from '#contracts/api/limits.ts';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { useCommand } from '../../kit/use-command.ts';
import { accountQuery, userQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { accountSettingsWords } from '../../words/account-settings.en.ts';
import { t } from '../../words/t.ts';
import { FormCard } from '../FormCard.tsx';
import parts from '../SettingsParts.module.css';
import css from './AccountSettings.module.css';
import { CountrySelect } from './CountrySelect.tsx';
import { EveryoneCard } from './EveryoneCard.tsx';
import { SizeChoices } from './SizeChoices.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';

const { name, country, employee_size, time_zone } = accountPatch.shape;
const company = z.object({
  name: name.unwrap(),
  country: country.unwrap(),
  employee_size: employee_size.unwrap(),
  time_zone: time_zone.unwrap(),
});
type Company = z.output<typeof company>;
const rules = zodResolver(company);

const known = (account: AccountRow): Company => ({
  name: account.name,
  country: account.country,
  employee_size: account.employee_size as Company['employee_size'],
  time_zone: account.time_zone,
});

/** What was changed here alone: another owner may have changed the rest meanwhile. */
const changedSince = (began: Company, now: Company): Partial<Company> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== began[field as keyof Company]));

function CompanyForm() {
  const { account } = useSession();
  const began = useRef(known(account));
  const form = useSchemaForm<Company>({ start: began.current, rules });
  const { control } = form;
  const size = useFormField<Company, Company, Company['employee_size']>({ control, name: 'employee_size' });
  const { name: _, ...place } = useFormField<Company, Company, string | null>({ control, name: 'country' });
  const { name: __, ...zone } = useFormField<Company, Company, string>({ control, name: 'time_zone' });
  const change = useCommand<Company, { message: string | null }>({
    on: account.id,
    send: (product, fields, key) => product.changeAccount(changedSince(began.current, fields), key),
    changes: [accountQuery.queryKey, userQuery.queryKey],
    said: ({ message }) => message,
    onRefused: form.refused,
    onDone: (_answer, sent) => {
      // What another owner changed meanwhile is seen where it has been read by now.
      began.current = { ...known(account), ...changedSince(began.current, sent) };
      form.reset(began.current);
    },
  });
  return (
    <FormCard
      title={t(accountSettingsWords.company)}
      save={t(accountSettingsWords.save)}
      busy={change.busy}
      onSubmit={form.sending(change.run)}
    >
      <FormTextField
        control={control}
        name="name"
        label={t(accountSettingsWords.companyName)}
        maxLength={limits.companyName}
        autoComplete="organization"
      />
      <SizeChoices {...size} label={t(accountSettingsWords.employeeSize)} />
      <CountrySelect {...place} />
      <ZoneSelect {...zone} onChange={(chosen) => zone.onChange(chosen ?? '')} />
      <p className="t-caption">{t(accountSettingsWords.timeZoneText)}</p>
    </FormCard>
  );
}

/** What the account is called and where it is; for its owners. */
export function AccountSettings() {
  return (
    <>
      <header className={parts.head}>
        <div>
          <h2 className="t-page">{t(accountSettingsWords.title)}</h2>
          <p className="t-small">{t(accountSettingsWords.text)}</p>
        </div>
      </header>
      <div className={css.form}>
        <CompanyForm />
        <EveryoneCard />
      </div>
    </>
  );
}
