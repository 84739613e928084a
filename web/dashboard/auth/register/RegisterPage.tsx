import { lazy, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked } from '../auth-forms.ts';
import { SocialWays } from '../social/SocialWays.tsx';
import { useAuthForm } from '../use-auth-form.ts';
import { CreateAccountStep } from './CreateAccountStep.tsx';
import { loadProfile } from './load-profile.ts';
import { referralOf } from './referral-of.ts';
import { SignUpSteps } from './SignUpSteps.tsx';

const DealGate = lazy(async () => ({ default: (await import('./DealGate.tsx')).DealGate }));
const SocialSignUp = lazy(() => import('../social/SocialSignUp.tsx'));

const create = t(authWords.createAccount);
const profile = t(authWords.profileTitle);
const waiting = <Loading label={create} />;

/** The profile as it was loaded, with what the account came to. */
type Profile = Awaited<ReturnType<typeof loadProfile>> & { checked: Checked<'account'>; at: number };

function SignUp() {
  const { type, appsumotoken } = useParams();
  const { search, state: step } = useLocation();
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<Profile | null>(null);
  const kept = useRef(null);
  const account = useAuthForm('account', {
    start: {
      name: '',
      company: '',
      email: '',
      password: '',
      confirm: '',
      gdpr: false,
      referral: referralOf(search),
    },
    ahead: loadProfile,
    send: async (checked) => {
      const state = { at: Date.now() };
      setLoaded({ ...(await loadProfile()), checked, ...state });
      navigate({ search }, { state });
    },
  });

  // Where who has an account uses what the address carries, after the sign-in that is asked for there: the page that takes the
  // deal for the account, else the start, which offers the plan to who may buy one.
  const wanted = appsumotoken ? `/app-info/${appsumotoken}` : `/${search}`;
  // A step of the history, which Back leaves; what one of another visit led to is not there any more.
  const second = loaded && loaded.at === step?.at ? loaded : null;
  return (
    <AuthLayout title={second ? profile : create} voice={second ? 2 : 0}>
      {second ? (
        <second.SignUpProfile
          onFirstRefused={account.refused}
          checked={second.checked}
          kept={kept}
          deal={appsumotoken}
          onBack={() => navigate(-1)}
        />
      ) : (
        <>
          <SignUpSteps />
          <h1>{create}</h1>
          <p className={authForms.lead}>
            {t(authWords.registerText, { link: (parts) => <Link to={wanted}>{parts}</Link> })}
          </p>
          {appsumotoken ? <p className={authForms.lead}>{t(authWords.dealGood)}</p> : null}
          <SocialWays way={{ type, deal: appsumotoken, search }} />
          <CreateAccountStep form={account} />
        </>
      )}
    </AuthLayout>
  );
}

/**
 * Registration in two steps; what the address carries (deal token, package, referral code) is sent along. Whom a provider has
 * vouched for is asked only what that does not know; the ticket for it stands in the history's state, never in the address.
 */
export function Component() {
  const { type, appsumotoken } = useParams();
  const ticket: string | undefined = useLocation().state?.ticket;
  const page =
    !ticket || (type !== 'google' && type !== 'linkedin') ? (
      <SignUp />
    ) : (
      <LazyPart fallback={waiting} failed={<SignUp />}>
        <SocialSignUp provider={type} ticket={ticket} deal={appsumotoken} />
      </LazyPart>
    );
  if (!appsumotoken) return page;
  return (
    <LazyPart fallback={waiting}>
      <DealGate key={appsumotoken} code={appsumotoken} without={type ? `/register/${type}` : '/register'}>
        {page}
      </DealGate>
    </LazyPart>
  );
}
