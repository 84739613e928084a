/** The referral code that the address of a sign-up carries, as far as one can be that long. */
export const referralOf = (search: string): string => (new URLSearchParams(search).get('referral') ?? '').slice(0, 6);
