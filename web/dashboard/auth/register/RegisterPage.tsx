import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked } from '../auth-forms.ts';
import { useTell } from '../open-messages.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { CreateAccountStep } from './CreateAccountStep.tsx';
import { loadSecondStep } from './load-second-step.ts';
import css from './RegisterPage.module.css';
import type { SignUpProfileProps } from './SignUpProfile.tsx';

function Steps({ step, onBack }: { step: 0 | 1; onBack: () => void }) {
  return (
    <ol className={css.steps}>
      <li>
        {step === 1 ? (
          <button type="button" className={css.step} data-done onClick={onBack}>
            <span className={css.stepMark}>
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
            {t(authWords.createAccount)}
          </button>
        ) : (
          <span className={css.step} aria-current="step">
            <span className={css.stepMark}>1</span>
            {t(authWords.createAccount)}
          </span>
        )}
      </li>
      <li>
        <span className={css.step} aria-current={step === 1 ? 'step' : undefined}>
          <span className={css.stepMark}>2</span>
          {t(authWords.profileTitle)}
        </span>
      </li>
    </ol>
  );
}

/** Registration in two steps; what the address carries (deal token, package, referral code) is sent along. */
export function Component() {
  const { appsumotoken } = useParams();
  const tell = useTell();
  const [step, setStep] = useState<0 | 1>(0);
  const [checked, setChecked] = useState<Checked<'account'> | null>(null);
  const [second, setSecond] = useState<Awaited<ReturnType<typeof loadSecondStep>> | null>(null);
  const kept = useRef(null);
  const referral = (new URLSearchParams(window.location.search).get('referral') ?? '').slice(0, 6);
  const account = useAuthForm('account', {
    start: { name: '', company: '', email: '', password: '', confirm: '', gdpr: false, referral },
    ahead: loadSecondStep,
    send: async (values) => {
      setSecond(await loadSecondStep());
      setChecked(values);
      setStep(1);
    },
  });
  const refused: SignUpProfileProps['onRefused'] = (fields, message) => {
    if (!account.refused(fields)) return false;
    tell(message, 'error');
    setStep(0);
    return true;
  };

  return (
    <AuthLayout title={step === 0 ? t(authWords.createAccount) : t(authWords.profileTitle)} voice={step * 2}>
      <Steps step={step} onBack={() => setStep(0)} />
      {step === 0 ? (
        <>
          <h1>{t(authWords.createAccount)}</h1>
          <p className={authForms.lead}>
            {t(authWords.registerText, { link: (parts) => <Link to="/login">{parts}</Link> })}
          </p>
          <CreateAccountStep form={account} />
        </>
      ) : second && checked ? (
        <second.ProfileStep account={checked} kept={kept} deal={appsumotoken} onRefused={refused} />
      ) : null}
    </AuthLayout>
  );
}
