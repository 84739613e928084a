import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../shell/session/session-value.ts';

/**
 * The plan that is to be offered to the account's owner now, else null: the one that the address names (`package_id`, of who
 * came to a sign-up and has an account), or, at the first sign-in and once in this browser, the one that the sign-up named.
 */
export function usePackage(): string | null {
  const { user, account } = useSession();
  const [offered] = useStore<string | null>('package.offered', null);
  const { package_id } = account;
  const [search] = useSearchParams();
  if (!user.roles.includes('account_owner') || user.login_as) return null;
  const asked = search.get('package_id');
  if (asked && account.premium !== 1) return asked;
  return !user.onboarded && package_id && offered !== account.id ? package_id : null;
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
