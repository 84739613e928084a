import { useState } from 'react';
import { errorText } from '../../api/error.ts';
import { call } from '../../api/http.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import type { AuthForm } from '../use-auth-form.ts';

/** The code of who told somebody about the product; from the fifth character on it can be checked before it is sent. */
export function ReferralField({ control, setError }: AuthForm<'account'>) {
  const { onChange, ...field } = useFormField<Typed<'account'>, Checked<'account'>, string>({
    control,
    name: 'referral',
  });
  const [correct, setCorrect] = useState<string | null>(null);
  const check = async () => {
    const referral = field.value;
    try {
      const body = { referral };
      const { data, message } = await call<{ valid: boolean }>('POST', '/account/referral_check', {
        body,
        auth: 'none',
      });
      if (data.valid) setCorrect(message);
      else setError('referral', { message: message ?? '' });
    } catch (error) {
      setError('referral', { message: errorText(error) ?? '' });
    }
  };
  return (
    <TextField
      {...field}
      label={t(authWords.referralCode)}
      optional
      size="large"
      maxLength={6}
      autoComplete="off"
      hint={<span role="status">{correct}</span>}
      onChange={(value) => {
        setCorrect(null);
        onChange(value.toUpperCase());
      }}
      end={
        field.value.length > 4 ? (
          <Button size="small" onClick={check}>
            {t(authWords.checkReferral)}
          </Button>
        ) : null
      }
    />
  );
}
