import { useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { AuthForm } from '../use-auth-form.ts';
import { loadSecondStep } from './load-second-step.ts';

/** The code of who told somebody about the product; from the fifth character on it can be checked before it is sent. */
export function ReferralField({ form }: { form: AuthForm<'account'> }) {
  const code = form.watch('referral');
  const [right, setRight] = useState(['', '']);
  const check = async () => {
    const { valid, said } = await (await loadSecondStep()).checkReferral(code);
    if (valid) setRight([code, said]);
    else form.setError('referral', { message: said });
  };
  return (
    <FormTextField
      control={form.control}
      name="referral"
      label={t(authWords.referralCode)}
      optional
      size="large"
      maxLength={6}
      hint={<span role="status">{right[0] === code ? right[1] : null}</span>}
      end={
        code.length > 4 ? (
          <Button size="small" onClick={check}>
            {t(authWords.checkReferral)}
          </Button>
        ) : null
      }
    />
  );
}
