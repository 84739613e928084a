const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd' });
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd', maximumFractionDigits: 0 });

const minus = (text: string): string => text.replace('-', '−');

/** Cents as '$1,209.00', below zero as '−$512.60'. */
export const money = (cents: number): string => minus(exact.format(cents / 100));

/** Cents as a price: '$349', with cents only where there are any. */
export const price = (cents: number): string => (cents % 100 === 0 ? minus(whole.format(cents / 100)) : money(cents));
