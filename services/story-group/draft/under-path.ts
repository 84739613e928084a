import { Refusal } from '#contracts/api/errors.ts';

/** Runs a rule on a part of a request; a refusal of a field says where that part stands. */
export const underPath = <T>(path: string, rule: () => T): T => {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const errors = error.errors.map((one) => ({ ...one, path: `${path}.${one.path}` }));
    throw new Refusal(error.code, error.said, errors, error.data);
  }
};
