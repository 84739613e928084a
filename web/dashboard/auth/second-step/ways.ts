import { Fingerprint, KeyRound, type LucideIcon, MessageSquareText, Smartphone } from 'lucide-react';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { FactorRow } from '#contracts/user/factor-rows.ts';
import { canUsePasskeys } from '../../api/can-use-passkeys.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';

/** What a way of a second step is called where it can be chosen, what its step says, and the field that brings its code. */
export interface Way {
  icon: LucideIcon;
  choose: string;
  text: string;
  field: 'passkey' | 'totp_code' | 'otp_code' | 'recovery_code';
}

/** The ways of a second step. */
export const ways: Readonly<Record<FactorMethod, Way>> = {
  passkey: {
    icon: Fingerprint,
    choose: t(factorsWords.usePasskey),
    text: t(factorsWords.passkeyText),
    field: 'passkey',
  },
  totp: { icon: Smartphone, choose: t(factorsWords.useTotp), text: t(factorsWords.totpText), field: 'totp_code' },
  sms: { icon: MessageSquareText, choose: t(factorsWords.useSms), text: t(factorsWords.smsText), field: 'otp_code' },
  recovery_code: {
    icon: KeyRound,
    choose: t(factorsWords.useRecovery),
    text: t(factorsWords.recoveryText),
    field: 'recovery_code',
  },
};

const canBeGone = (method: FactorMethod) => method !== 'passkey' || canUsePasskeys;

/** Those of some ways that can be gone here: no passkey where the browser has none, unless there is nothing else. */
export const openWays = (methods: readonly FactorMethod[]): readonly FactorMethod[] => {
  const open = methods.filter(canBeGone);
  return open.length > 0 ? open : methods;
};

/** What somebody can show by what they have set up, in the order in which it is offered. */
export const waysOf = (factors: readonly FactorRow[]): FactorMethod[] => {
  const has = (type: FactorRow['type']) => factors.some((one) => one.type === type && one.left !== 0);
  const held: FactorMethod[] = [];
  if (has('passkey')) held.push('passkey');
  if (has('totp')) held.push('totp');
  if (has('sms')) held.push('sms');
  if (has('recovery_codes')) held.push('recovery_code');
  return held.filter(canBeGone);
};

/** Whether a code can be right by its looks. */
export const isWhole = (method: FactorMethod, code: string): boolean =>
  method === 'passkey' || (method === 'recovery_code' ? code.trim() !== '' : /^\d{6}$/.test(code));
