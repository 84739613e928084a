import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { useSession } from '../shell/session/session-value.ts';

/**
 * The plan with which somebody signed up and that is to be offered now: at the first sign-in of the account's owner, once in
 * this browser; else null.
 */
export function usePackage(): string | null {
  const { user, account } = useSession();
  const [offered] = useStore<string | null>('package.offered', null);
  const { package_id } = account;
  const first = user.roles.includes('account_owner') && !user.login_as && !user.onboarded;
  return first && package_id && offered !== account.id ? package_id : null;
}

/** Remembers in this browser that the account's plan was offered: from then on it is not by itself. */
export function usePackageOffered(step: string | null): void {
  const { account } = useSession();
  const [offered, keep] = useStore<string | null>('package.offered', null);
  const seen = step !== null && step === account.package_id && offered !== account.id;
  useEffect(() => {
    if (seen) keep(account.id);
  }, [seen, keep, account.id]);
}
