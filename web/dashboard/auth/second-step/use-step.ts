import { useRef, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { SecondStep } from '#contracts/user/sign-in.ts';
import { ApiError, errorText, fieldErrors } from '../../api/error.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { type Countdown, useSecondsLeft } from './use-seconds-left.ts';
import { isWhole, ways } from './ways.ts';

/** What was refused: at the field, or above all of it. */
interface Refused {
  error?: string | undefined;
  note?: string | undefined;
  /** How many tries are left after a wrong one; undefined where the server does not say. */
  tries?: number | undefined;
}

/** A code that is typed in and sent, with what came of it. */
export interface StepState extends Refused {
  code: string;
  setCode: (code: string) => void;
  busy: boolean;
  clock: Countdown;
  input: { current: HTMLInputElement | null };
  /** Sends something; what is refused is shown, and the field keeps what was typed. */
  sending: (work: () => Promise<unknown>) => Promise<void>;
  /** Shows what was refused. */
  refuse: (error: unknown) => true;
  /** Begins anew: nothing typed, nothing refused. */
  clear: () => void;
}

/** How a step by text message stands: its code is asked for, or that was refused; one is on its way, or its time is over. */
export type SmsState = 'asked' | 'refused' | 'sent' | 'over';

/**
 * How a step by text message stands. Where a further one is refused, that of a dialog before may still be good, and can be
 * typed in; what is typed stays while it is sent.
 */
export const smsState = ({ clock, code }: Pick<StepState, 'clock' | 'code'>, busy: boolean): SmsState => {
  if (clock.begun) return clock.left === 0 ? 'over' : 'sent';
  return busy && code === '' ? 'asked' : 'refused';
};

/** Whether what a step does next is to send another text message. */
export const sendsAgain = (state: SmsState | null, { code }: Pick<StepState, 'code'>, busy: boolean): boolean =>
  state === 'over' || (state === 'refused' && !busy && !isWhole('sms', code));

/** What is said in place of that a text message was sent; null where one was. */
export const unsentText = (state: SmsState): string | null =>
  state === 'asked' ? t(factorsWords.smsUnsent) : state === 'refused' ? t(factorsWords.smsRefused) : null;

/** Holds one step of somebody who shows who they are; `sent` says whether a code is on its way already. */
export function useStep(sent: boolean): StepState {
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<Refused>({});
  const [busy, setBusy] = useState(false);
  const clock = useSecondsLeft(limits.otpSeconds, sent);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (error: unknown): true => {
    const at = error instanceof ApiError ? error.errors[0] : undefined;
    const isShut = at?.path === 'otp_code' && at.tries_left === 0;
    if (isShut || (error instanceof ApiError && error.code === 'OtpCodeExpired')) {
      setCode('');
      setRefused(isShut ? { note: t(factorsWords.codeShut) } : {});
      clock.end();
      return true;
    }
    const [message] = Object.values(fieldErrors(error));
    setRefused(message ? { error: message, tries: at?.tries_left } : { note: errorText(error) ?? undefined });
    if (message) setTimeout(() => input.current?.focus());
    return true;
  };
  return {
    ...refused,
    code,
    setCode: (typed) => {
      setCode(typed);
      setRefused({});
    },
    refuse,
    busy,
    clock,
    input,
    clear: () => {
      setCode('');
      setRefused({});
    },
    sending: async (work) => {
      if (busy) return;
      setBusy(true);
      setRefused({});
      try {
        await work();
      } catch (error) {
        refuse(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

/** What a way brings: the code, or what a passkey answers once the person has agreed; throws ApiError. */
export async function bringing(method: FactorMethod, code: string): Promise<SecondStep> {
  if (method === 'passkey') return { passkey: await (await import('./passkey.ts')).askPasskey() };
  return { [ways[method].field]: code.trim() };
}
