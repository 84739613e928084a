import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { ApiError } from '../../api/error.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked } from '../auth-forms.ts';
import { useTell } from '../open-messages.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { CreateAccountStep } from './CreateAccountStep.tsx';
import { emptyAnswers } from './empty-answers.ts';
import css from './RegisterPage.module.css';
import type { SentMail } from './SuccessfulPage.tsx';

/** What only the second step needs is loaded with it. */
const loadSecondStep = () => import('./ProfileStep.tsx');

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

/** Registration in two steps; what the address carries (deal token, package) is sent along. */
export function Component() {
  const { appsumotoken } = useParams();
  const navigate = useNavigate();
  const tell = useTell();
  const [step, setStep] = useState<0 | 1>(0);
  const [checked, setChecked] = useState<Checked<'account'> | null>(null);
  const [second, setSecond] = useState<Awaited<ReturnType<typeof loadSecondStep>> | null>(null);

  const [search] = useSearchParams();
  const [refusedApp, setRefusedApp] = useState(false);
  const referral = (search.get('referral') ?? '').slice(0, 6);

  const account = useAuthForm('account', {
    start: { name: '', company: '', email: '', password: '', confirm: '', gdpr: false, referral },
    ahead: loadSecondStep,
    send: async (values) => {
      setSecond(await loadSecondStep());
      setChecked(values);
      setStep(1);
    },
  });
  const profile = useAuthForm('profile', {
    start: emptyAnswers,
    fieldOf: (path) => path.replace(/^profile\./, ''),
    send: async (answers) => {
      if (!checked || !second) return;
      await second.sendSignUp(checked, answers, appsumotoken);
      navigate('/successful', { state: { email: checked.email, registered: true } satisfies SentMail });
    },
    onRefused: (error) => {
      if ((error as ApiError).code === 'AppRefused') {
        setRefusedApp(true);
        return true;
      }
      if (!second || !account.refused(second.refusedFields(error))) return false;
      tell((error as Error).message, 'error');
      setStep(0);
      return true;
    },
  });

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
      ) : second ? (
        <second.ProfileStep
          form={profile}
          save={t(authWords.createAccount)}
          refused={refusedApp}
          onRefused={setRefusedApp}
        />
      ) : null}
    </AuthLayout>
  );
}
