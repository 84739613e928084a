import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Policy } from './policy.ts';

type UserPolicy = Extract<Policy, { caller: 'user' }>;

/** Whether a call may be made by staff who are signed in as the person: where its policy says so, and never to export data. */
export const opensToLoginAs = ({ login_as }: UserPolicy, query: unknown, body: unknown): boolean => {
  if (!login_as || (query as { format?: unknown } | null)?.format === 'csv') return false;
  const fields = (body ?? {}) as Record<string, unknown>;
  return login_as === true || login_as.unless.every((field) => fields[field] === undefined);
};

/** Refuses what is left to the person while a member of staff is signed in as them. */
export const requireOwnSession = ({ principal, query, body }: FastifyRequest, policy: Policy | undefined): void => {
  if (!principal?.login_as) return;
  if (policy?.caller !== 'user' || !opensToLoginAs(policy, query, body))
    throw new Refusal('PermissionDenied', requestWords.asSomebodyElse);
};
