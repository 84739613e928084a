/** What a promo code leaves of an amount of cents, and never less than nothing. */
export const discounted = (
  cents: number,
  { amount_off, percent_off }: { amount_off: number | null; percent_off: number | null },
): number => Math.max(0, cents - (amount_off ?? Math.round((cents * (percent_off ?? 0)) / 100)));
