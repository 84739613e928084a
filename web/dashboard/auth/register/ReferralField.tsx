import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import type { InForm } from '../../kit/forms/form-field.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import { loadProfile } from './load-profile.ts';

/**
 * The code of who told somebody about the product; from the fifth character on it can be checked before it is sent. `told` says
 * what whoever gave the code learns: the pages have it, as this file is loaded by those of the sign-in, too.
 */
export function ReferralField<Values extends FieldValues, Checked>(
  props: InForm<Values, Checked, string> & { code: string; told: string; onWrong: (message: string) => void },
) {
  const { code, told, onWrong, ...place } = props;
  const [right, setRight] = useState(['', '']);
  const check = async () => {
    const { valid, said } = await (await loadProfile()).checkReferral(code);
    if (valid) setRight([code, said]);
    else onWrong(said);
  };
  return (
    <FormTextField
      {...place}
      label={t(authWords.referralCode)}
      optional
      size="large"
      maxLength={6}
      hint={
        <>
          {code && told} <span role="status">{right[0] === code ? right[1] : null}</span>
        </>
      }
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
