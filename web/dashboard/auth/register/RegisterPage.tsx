import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked } from '../auth-forms.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { CreateAccountStep } from './CreateAccountStep.tsx';
import { loadSecondStep } from './load-second-step.ts';
import css from './RegisterPage.module.css';

const create = t(authWords.createAccount);
const profile = t(authWords.profileTitle);

/** The second step as it was loaded, with what the first came to. */
type Second = Awaited<ReturnType<typeof loadSecondStep>> & { checked: Checked<'account'> };

/** Registration in two steps; what the address carries (deal token, package, referral code) is sent along. */
export function Component() {
  const { appsumotoken } = useParams();
  const [step, setStep] = useState<0 | 1>(0);
  const [second, setSecond] = useState<Second | null>(null);
  const kept = useRef(null);
  const referral = (new URLSearchParams(window.location.search).get('referral') ?? '').slice(0, 6);
  const account = useAuthForm('account', {
    start: { name: '', company: '', email: '', password: '', confirm: '', gdpr: false, referral },
    ahead: loadSecondStep,
    send: async (checked) => {
      setSecond({ ...(await loadSecondStep()), checked });
      setStep(1);
    },
  });

  return (
    <AuthLayout title={step ? profile : create} voice={step * 2}>
      {step === 0 ? (
        <>
          <ol className={css.steps}>
            <li className={css.step} aria-current="step">
              <span className={css.stepMark}>1</span>
              {create}
            </li>
            <li className={css.step}>
              <span className={css.stepMark}>2</span>
              {profile}
            </li>
          </ol>
          <h1>{create}</h1>
          <p className={authForms.lead}>
            {t(authWords.registerText, { link: (parts) => <Link to="/login">{parts}</Link> })}
          </p>
          <CreateAccountStep form={account} />
        </>
      ) : second ? (
        <second.ProfileStep
          account={account}
          checked={second.checked}
          kept={kept}
          deal={appsumotoken}
          onBack={() => setStep(0)}
        />
      ) : null}
    </AuthLayout>
  );
}
