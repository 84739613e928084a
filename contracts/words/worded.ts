import type { Phrase, Say } from './phrase.ts';

let saysOf: Say = ({ defaultMessage }) => defaultMessage;

/** Sets who makes texts of what schemas say: the kernel at the server, `t` in the dashboard. */
export const sayFaultsBy = (say: Say): void => {
  saysOf = say;
};

/** The text of a fault. */
export const sayFault: Say = (phrase) => saysOf(phrase);

/** What a schema says of a value that does not fit: put into words when zod asks, not when the schema is made. */
export const worded = (phrase: Phrase): { error: () => string } => ({ error: () => saysOf(phrase) });
