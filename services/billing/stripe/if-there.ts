import { StripeFailure } from './answers.ts';

/** What `call` answers, or null where it asks for something that is not there. */
export const ifThere = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error) => {
    if (error instanceof StripeFailure && error.reason.kind === 'not_found') return null;
    throw error;
  });
