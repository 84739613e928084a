import type { ReactNode, Ref } from 'react';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import { TextField } from '../../kit/fields/TextField.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { CodeField } from './CodeField.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { TriesLeft } from './TriesLeft.tsx';

/** Properties of CodeFields; `tries` is how many are left after a wrong one, `left` how long a code by text message still works, null where nobody knows; `children` stand beside that. */
export interface CodeFieldsProps {
  method: Exclude<FactorMethod, 'passkey'>;
  code: string;
  onCode: (code: string) => void;
  error?: string | undefined;
  tries?: number | undefined;
  left: number | null;
  ref?: Ref<HTMLInputElement>;
  children?: ReactNode;
}

// What was typed, and that it was wrong, says nothing of the code that is sent next.
const expired = { value: '', error: undefined };

/** Takes the code of one way of a second step. */
export function CodeFields({ method, code, onCode, error, tries, left, ref, children }: CodeFieldsProps) {
  const shared = { value: code, onChange: onCode, error, autoFocus: true, ...(ref && { ref }) };
  if (method === 'recovery_code')
    return (
      <>
        <TextField
          {...shared}
          key={method}
          label={t(factorsWords.recoveryCode)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <TriesLeft tries={tries} />
      </>
    );
  const over = method === 'sms' && left === 0;
  return (
    <>
      <CodeField {...shared} {...(over && expired)} key={method} label={t(factorsWords.code)} disabled={over} />
      {method === 'sms' && left !== null ? (
        <TimeLeft left={left}>
          <TriesLeft tries={tries} />
          {children}
        </TimeLeft>
      ) : (
        <>
          <TriesLeft tries={tries} />
          {children}
        </>
      )}
    </>
  );
}
