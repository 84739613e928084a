import { DataProviderContext } from 'ra-core';
import { useMemo } from 'react';
import type { UserRow } from '#contracts/user/rows.ts';
import { DetailsForm } from '../../settings/user/DetailsForm.tsx';
import { FactorsCard } from '../../settings/user/factors/FactorsCard.tsx';
import { NoPassword } from '../../settings/user/NoPassword.tsx';
import { PasswordForm } from '../../settings/user/PasswordForm.tsx';
import { SessionsCard } from '../../settings/user/SessionsCard.tsx';
import { SettingsColumns } from '../../settings/user/SettingsColumns.tsx';
import { dataProvider } from '../../shell/session/data-provider.ts';
import { PersonContext, type PersonValue } from '../../shell/session/session-value.ts';

/** The settings of somebody who is staff and nothing else: those of everybody, without what belongs to an account. */
export function OwnCards({ user }: { user: UserRow }) {
  const person = useMemo<PersonValue>(
    () => ({ user, account: { name: user.company_name, sms_otp: false }, timeZone: 'UTC', may: () => false }),
    [user],
  );
  return (
    <DataProviderContext.Provider value={dataProvider}>
      <PersonContext.Provider value={person}>
        <SettingsColumns
          first={<FactorsCard />}
          second={
            <>
              <DetailsForm key={user.email} user={user} />
              {user.has_password ? <PasswordForm user={user} /> : <NoPassword user={user} />}
              <SessionsCard />
            </>
          }
        />
      </PersonContext.Provider>
    </DataProviderContext.Provider>
  );
}
