import { Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { type FactorEvent, factorsOf, type UserFactors } from '#contracts/user/factor-events.ts';
import type { UserState } from '#contracts/user/state.ts';

/** What somebody can do to their own factors. */
export type FactorCommand =
  | { type: 'EnableTotp' }
  | { type: 'RemoveTotp' }
  | { type: 'AddPasskey'; passkey_id: string }
  | { type: 'RenamePasskey'; passkey_id: string }
  | { type: 'RemovePasskey'; passkey_id: string }
  | { type: 'MakeRecoveryCodes' }
  | { type: 'SetPhone'; to_ref: string };

const count = ({ totp, passkeys, phone_ref }: UserFactors): number =>
  Number(totp) + passkeys.length + Number(phone_ref !== null);

// Whoever had none left would have to be let in by staff.
const requireAnother = (factors: UserFactors, isRequired: boolean): void => {
  if (isRequired && count(factors) === 1) throw new Refusal('LastFactor');
};

/**
 * Decides what somebody does to their own factors; `isRequired` when the account asks for one. Refuses with NotFound what is
 * not there, and with LastFactor to remove the last one that the account asks for.
 */
export const decideFactors = (command: FactorCommand, user: UserState, isRequired: boolean): FactorEvent[] => {
  const factors = factorsOf(user);
  switch (command.type) {
    case 'EnableTotp':
      return [{ type: 'UserTotpEnabled', data: {} }];
    case 'RemoveTotp':
      if (!factors.totp) throw new Refusal('NotFound');
      requireAnother(factors, isRequired);
      return [{ type: 'UserTotpRemoved', data: {} }];
    case 'AddPasskey':
      if (factors.passkeys.length >= limits.passkeys) throw new Refusal('TooManyPasskeys');
      return [{ type: 'UserPasskeyAdded', data: { passkey_id: command.passkey_id } }];
    case 'RenamePasskey':
      if (!factors.passkeys.includes(command.passkey_id)) throw new Refusal('NotFound');
      return [{ type: 'UserPasskeyRenamed', data: { passkey_id: command.passkey_id } }];
    case 'RemovePasskey':
      if (!factors.passkeys.includes(command.passkey_id)) throw new Refusal('NotFound');
      requireAnother(factors, isRequired);
      return [{ type: 'UserPasskeyRemoved', data: { passkey_id: command.passkey_id } }];
    case 'MakeRecoveryCodes':
      return [{ type: 'UserRecoveryCodesMade', data: {} }];
    case 'SetPhone':
      return [{ type: 'UserPhoneChanged', data: { from_ref: factors.phone_ref, to_ref: command.to_ref } }];
  }
};
