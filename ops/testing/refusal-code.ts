import { Refusal } from '#contracts/api/errors.ts';

/** The code with which work was refused, 'done' when it was not; any other error is thrown on. */
export const refusalCode = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
