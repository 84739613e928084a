import { Refusal } from '#contracts/api/errors.ts';

const placed = (path: string, error: unknown): unknown => {
  if (!(error instanceof Refusal) || !error.errors) return error;
  const errors = error.errors.map((one) => ({ ...one, path: `${path}.${one.path}` }));
  return new Refusal(error.code, error.said, errors, error.data);
};

/** Runs a rule on a part of a request; a refusal of a field says where that part stands. */
export const underPath = <T>(path: string, rule: () => T): T => {
  try {
    return rule();
  } catch (error) {
    throw placed(path, error);
  }
};

/** Like `underPath`, of a rule that has to wait. */
export const waitUnderPath = async <T>(path: string, rule: () => Promise<T>): Promise<T> => {
  try {
    return await rule();
  } catch (error) {
    throw placed(path, error);
  }
};
