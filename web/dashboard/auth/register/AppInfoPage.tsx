import { lazy, useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Profile } from '#contracts/account/events.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { getSession } from '../../api/session.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { goToSignIn } from '../next-path.ts';
import type { AccountProfileProps } from './AccountProfile.tsx';
import { DealForAccount } from './DealForAccount.tsx';
import { DealGate } from './DealGate.tsx';
import { loadProfile } from './load-profile.ts';

const AccountProfile = lazy(async () => ({ default: (await loadProfile()).AccountProfile }));

const saveToAccount: AccountProfileProps['save'] = (data, appsumo_token) =>
  http.put('/account/profile', { data, ...(appsumo_token ? { appsumo_token } : {}) });

const isOpen = ({ roles, profile }: UserRow) => roles.includes('account_owner') && !isAnswered(profile);
const isAnswered = ({ dynamic_segmentation: _, ...answers }: Profile) => Object.keys(answers).length > 0;

type ProfileState = 'asking' | 'open' | 'done' | { error: unknown };

/** Whether the profile of who is signed in is theirs to answer; once it is answered, the page leads on. */
function useOpenProfile() {
  const [state, setState] = useState<ProfileState>('asking');
  const asking = state === 'asking';
  useEffect(() => {
    if (!asking) return;
    let left = false;
    const settle = (next: ProfileState) => {
      if (!left) setState(next);
    };
    http.get<UserRow>('/user').then(
      (user) => settle(isOpen(user) ? 'open' : 'done'),
      (error: unknown) => settle({ error }),
    );
    return () => {
      left = true;
    };
  }, [asking]);
  return { state, retry: () => setState('asking') };
}

function OfAccount() {
  const { state, retry } = useOpenProfile();
  const { appsumotoken } = useParams();
  if (state === 'done') return appsumotoken ? <DealForAccount code={appsumotoken} /> : <Navigate replace to="/" />;
  if (state === 'open')
    return (
      <LazyPart fallback={<Loading label={t(authWords.profileTitle)} />}>
        {appsumotoken ? <p className={css.lead}>{t(authWords.dealGood)}</p> : null}
        <AccountProfile save={saveToAccount} />
      </LazyPart>
    );
  return state === 'asking' ? (
    <Loading label={t(authWords.profileTitle)} />
  ) : (
    <ErrorState title={t(authWords.profileDidNotLoad)} text={errorText(state.error) ?? ''} onRetry={retry} />
  );
}

/** The profile alone, for who has an account without one; who is not signed in does so first. */
export function Component() {
  const { pathname, search } = useLocation();
  const { appsumotoken } = useParams();
  if (!getSession()) return <Navigate replace to={goToSignIn(pathname, search) ?? '/login'} />;
  return (
    <DealGate key={appsumotoken} code={appsumotoken} without="/app-info">
      <AuthLayout title={t(authWords.profileTitle)} voice={2}>
        <OfAccount />
      </AuthLayout>
    </DealGate>
  );
}
