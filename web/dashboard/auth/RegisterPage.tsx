import { Check } from 'lucide-react';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { type AccountValues, CreateAccountStep } from './CreateAccountStep.tsx';
import { splitName } from './checks.ts';
import { emptyAnswers, type ProfileAnswers, ProfileStep } from './ProfileStep.tsx';
import type { SentMail } from './SuccessfulPage.tsx';

const emptyAccount: AccountValues = { name: '', company: '', email: '', password: '', confirm: '', gdpr: '' };
const fieldOf: Record<string, keyof AccountValues> = {
  name: 'company',
  firstname: 'name',
  lastname: 'name',
  email: 'email',
  password: 'password',
  gdpr: 'gdpr',
};

type Refused = Partial<Record<keyof AccountValues, string>>;

/** Which fields of the first step the server refuses. */
function refusedFields(error: unknown): Refused {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'UserExists') return { email: error.message };
  const found: Refused = {};
  for (const { path, message } of error.errors) {
    const name = fieldOf[path];
    if (name) found[name] = message;
  }
  return found;
}

function Steps({ step, onBack }: { step: 0 | 1; onBack: () => void }) {
  return (
    <ol className="auth-steps">
      <li>
        {step === 1 ? (
          <button type="button" className="auth-step" data-done onClick={onBack}>
            <span className="auth-step-mark">
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
            Create Account
          </button>
        ) : (
          <span className="auth-step" aria-current="step">
            <span className="auth-step-mark">1</span>
            Create Account
          </span>
        )}
      </li>
      <li>
        <span className="auth-step" aria-current={step === 1 ? 'step' : undefined}>
          <span className="auth-step-mark">2</span>
          Set Up Your Profile
        </span>
      </li>
    </ol>
  );
}

/** Registration in two steps; what the address carries (deal token, package) is sent along. */
export function Component() {
  const { appsumotoken } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const notify = useNotify();
  const [step, setStep] = useState<0 | 1>(0);
  const [account, setAccount] = useState(emptyAccount);
  const [answers, setAnswers] = useState<ProfileAnswers>(emptyAnswers);
  const [refused, setRefused] = useState<Refused>({});

  const register = async (profile: ProfileAnswers) => {
    const email = account.email.trim();
    const packageId = search.get('package_id');
    await http.post(
      '/registration',
      {
        email,
        password: account.password,
        ...splitName(account.name),
        gdpr: true,
        name: account.company.trim(),
        profile: { ...profile, app_id: profile.app_id.trim() },
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(packageId ? { package_id: packageId } : {}),
        ...(appsumotoken ? { appsumo_token: appsumotoken } : {}),
      },
      { auth: 'none' },
    );
    navigate('/successful', { state: { email, registered: true } satisfies SentMail });
  };

  return (
    <AuthLayout title={step === 0 ? 'Create Account' : 'Set Up Your Profile'}>
      <Steps step={step} onBack={() => setStep(0)} />
      {step === 0 ? (
        <>
          <h1>Create Account</h1>
          <p className="auth-lead">Your first story is about five minutes away.</p>
          <CreateAccountStep
            start={account}
            refused={refused}
            onChange={setAccount}
            onDone={(values) => {
              setAccount(values);
              setRefused({});
              setStep(1);
            }}
          />
          <p className="auth-after">
            Have an account? <Link to="/login">Sign in</Link>
          </p>
        </>
      ) : (
        <>
          <h1>Set Up Your Profile</h1>
          <p className="auth-lead">A few short questions, so that we show you the right things first.</p>
          <ProfileStep
            start={answers}
            onChange={setAnswers}
            onDone={register}
            onRefused={(error) => {
              const fields = refusedFields(error);
              if (Object.keys(fields).length === 0) return false;
              notify((error as ApiError).message, { type: 'error' });
              setRefused(fields);
              setStep(0);
              return true;
            }}
          />
        </>
      )}
    </AuthLayout>
  );
}
