import { createContext, useContext } from 'react';
import type { AccountRow } from '#contracts/account/rows.ts';
import type { Act, Role } from '#contracts/api/roles.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import type { UserRow } from '#contracts/user/rows.ts';

/** What every signed-in page knows. */
export interface SessionValue {
  user: UserRow;
  account: AccountRow;
  apps: readonly AppRow[];
  /** The chosen app and instance; null without apps. */
  app: AppRow | null;
  instance: InstanceRow | null;
  /** IANA time zone of the account. */
  timeZone: string;
  /** The person's role for the chosen app. */
  role: Role | null;
  /** Whether the person may do an act on an app (default: the chosen one). */
  may: (act: Act, appId?: string) => boolean;
  selectApp: (appId: string) => void;
  selectInstance: (instanceId: string) => void;
}

/** What every signed-in page knows, for whoever provides it; null outside of the signed-in part. */
export const SessionContext = createContext<SessionValue | null>(null);

/** What every signed-in page knows; only below the SessionProvider. */
export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession outside of the signed-in part');
  return value;
}

/** What the settings of a person know: the same for everybody, also for staff who have no account to look at. */
export type PersonValue = Pick<SessionValue, 'user' | 'timeZone' | 'may'> & {
  account: Pick<AccountRow, 'name' | 'sms_otp'>;
};

/** What the settings of a person know, where there is no SessionContext. */
export const PersonContext = createContext<PersonValue | null>(null);

/** What the settings of a person know; only below the SessionProvider or a PersonContext. */
export function usePerson(): PersonValue {
  const session = useContext(SessionContext);
  const value = useContext(PersonContext) ?? session;
  if (!value) throw new Error('usePerson outside of the signed-in part');
  return value;
}
