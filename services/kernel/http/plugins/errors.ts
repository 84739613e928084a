import { Refusal } from '#contracts/api/errors.ts';
import { answerError } from '../error-answer.ts';
import type { ServerPlugin } from '../types.ts';

/** Answers whatever went wrong, and what no route answers, in the envelope. */
export const errors: ServerPlugin = (server) => {
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((request, reply) => void answerError(new Refusal('NotFound'), request, reply));
};
