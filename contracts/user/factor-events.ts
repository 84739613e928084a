import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

const ref = z.uuid();
/** Changes of what a person signs in with beside the password. Secrets, names and numbers stand elsewhere. */
export const factorEvents = {
  /** An authenticator app was set up, or took the place of the one before. */
  UserTotpEnabled: z.object({}),
  UserTotpRemoved: z.object({}),
  UserPasskeyAdded: z.object({ passkey_id: id }),
  /** What it is called now stands beside the passkey. */
  UserPasskeyRenamed: z.object({ passkey_id: id }),
  UserPasskeyRemoved: z.object({ passkey_id: id }),
  /** Those of before ended. */
  UserRecoveryCodesMade: z.object({}),
  /** The person has shown that the number is theirs; null: the one before was taken away. */
  UserPhoneChanged: z.object({ from_ref: ref.nullable(), to_ref: ref.nullable() }),
  /** Staff took all of them away; earlier ones were asked for no reason. */
  UserFactorsReset: z.object({ reason_ref: ref.optional() }),
};
export type FactorEvent = EventsOf<typeof factorEvents>;

/** What a person signs in with beside the password. */
export interface UserFactors {
  totp: boolean;
  passkeys: readonly string[];
  phone_ref: string | null;
}
const none: UserFactors = { totp: false, passkeys: [], phone_ref: null };

/** The factors of a user, none before the first. */
export const factorsOf = (user: { factors?: UserFactors }): UserFactors => user.factors ?? none;

/** Folds one event into the factors of a user. */
export const evolveFactors = (factors: UserFactors, event: FactorEvent): UserFactors => {
  switch (event.type) {
    case 'UserTotpEnabled':
      return { ...factors, totp: true };
    case 'UserTotpRemoved':
      return { ...factors, totp: false };
    case 'UserPasskeyAdded':
      return { ...factors, passkeys: [...factors.passkeys, event.data.passkey_id] };
    case 'UserPasskeyRemoved':
      return { ...factors, passkeys: factors.passkeys.filter((one) => one !== event.data.passkey_id) };
    case 'UserPhoneChanged':
      return { ...factors, phone_ref: event.data.to_ref };
    case 'UserFactorsReset':
      return none;
    default:
      return factors;
  }
};
