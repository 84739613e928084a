import { type SubmitEvent, useState } from 'react';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { SecondStep } from '#contracts/user/sign-in.ts';
import { ApiError, errorText } from '../../api/error.ts';
import { type StepAsked, signIn } from '../../api/sign-in.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { useTell } from '../open-messages.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

type Way = 'totp' | 'sms' | 'recovery_code' | 'phone';

const codeSeconds = 120;
const sixDigits = /^\d{6}$/;
const texts = {
  totp: factorsWords.totpText,
  sms: factorsWords.smsText,
  recovery_code: factorsWords.recoveryText,
  phone: factorsWords.phoneText,
} as const;
const others = {
  totp: factorsWords.useTotp,
  sms: factorsWords.useSms,
  recovery_code: factorsWords.useRecovery,
} as const;

const isWay = (method: FactorMethod): method is keyof typeof others => method in others;

/** Properties of a SecondStepForm: the right first step with what was asked, and what comes of it. */
export interface SecondStepFormProps {
  first: StepAsked & { email: string; password: string };
  onIn: () => void;
  onBack: () => void;
}

/** The second step of a sign-in: a code of an app, of a text message, or a recovery code. */
export function SecondStepForm({ first: { email, password, methods, sent }, onIn, onBack }: SecondStepFormProps) {
  const tell = useTell();
  const ways = methods.filter(isWay);
  const [way, setWay] = useState<Way>(ways[0] ?? 'phone');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const clock = useSecondsLeft(codeSeconds, sent);
  const over = way === 'sms' && clock.left === 0;

  const send = async (body: SecondStep): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const asked = await signIn({ email, password, ...body, ...(phone && { phone_number: phone }) });
      if (!asked) return onIn();
      if (asked.sent) {
        setWay('sms');
        setCode('');
        clock.start();
      }
    } catch (refused) {
      const isField = refused instanceof ApiError && refused.errors.length > 0;
      if (isField || (refused instanceof ApiError && refused.status === 422)) setError(errorText(refused) ?? undefined);
      else tell(errorText(refused), 'error');
    } finally {
      setBusy(false);
    }
  };
  const take = (next: keyof typeof others) => {
    setWay(next);
    setCode('');
    setError(undefined);
    if (next === 'sms') void send({ method: 'sms' });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (way === 'phone') return void send({});
    if (over) return void send(phone ? {} : { method: 'sms' });
    const field = { totp: 'totp_code', sms: 'otp_code', recovery_code: 'recovery_code' }[way];
    void send({ [field]: code.trim() });
  };
  const ready =
    way === 'phone' ? phone.trim() !== '' : way === 'recovery_code' ? code.trim() !== '' : sixDigits.test(code);
  return (
    <>
      <h1>{t(factorsWords.stepTitle)}</h1>
      <p className={css.lead}>{t(texts[way])}</p>
      <form className={css.form} noValidate onSubmit={submit}>
        {way === 'phone' ? (
          <TextField
            key="phone"
            label={t(factorsWords.phone)}
            hint={t(factorsWords.phoneHint)}
            type="tel"
            size="large"
            autoComplete="tel"
            autoFocus
            value={phone}
            error={error}
            onChange={setPhone}
          />
        ) : (
          <TextField
            key={way}
            label={way === 'recovery_code' ? t(factorsWords.recoveryCode) : t(factorsWords.code)}
            hint={way === 'sms' && !over ? t(factorsWords.secondsLeft, { seconds: clock.left }) : undefined}
            size="large"
            inputMode={way === 'recovery_code' ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={way === 'recovery_code' ? 40 : 6}
            autoFocus
            disabled={over}
            value={code}
            error={error}
            onChange={(typed) => setCode(way === 'recovery_code' ? typed : typed.replace(/\s/g, ''))}
          />
        )}
        <Button type="submit" variant="primary" size="large" block loading={busy} disabled={!over && !ready}>
          {way === 'phone' ? t(factorsWords.sendCode) : over ? t(factorsWords.sendAgain) : t(factorsWords.confirm)}
        </Button>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} variant="quiet" size="large" block disabled={busy} onClick={() => take(one)}>
              {t(others[one])}
            </Button>
          ))}
        <Button variant="quiet" size="large" block disabled={busy} onClick={onBack}>
          {t(factorsWords.back)}
        </Button>
      </form>
    </>
  );
}
