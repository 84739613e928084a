import type { FactorRow } from '#contracts/user/factor-rows.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';

/** What is asked in a dialog of the cards of second factors. */
export type Asks =
  | { what: 'totp' | 'remove-totp' | 'codes' | 'passkey' | 'require' }
  | { what: 'phone' | 'number'; next?: 'require' }
  | { what: 'verify'; made: { secret: string; uri: string } }
  | { what: 'rename-passkey' | 'remove-passkey'; passkey: FactorRow }
  | { what: 'connect' | 'disconnect'; provider: SocialProvider }
  | { what: 'show'; codes: readonly string[] };

/** Properties of a card of second factors: `onAsk` opens a dialog. */
export interface FactorCard {
  onAsk: (asks: Asks) => void;
}
