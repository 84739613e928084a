/** The page of the payment provider on which a person confirms a payment to their bank. */
export interface PaymentPage {
  url: string;
}

/** The code of a failed payment that waits for the person to confirm it. */
export const unconfirmedCode = 'authentication_required';
