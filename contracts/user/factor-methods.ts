/** What a second step can be done with, in the order in which it is offered. */
export const factorMethods = ['passkey', 'totp', 'sms', 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];
