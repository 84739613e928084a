import { z } from 'zod';
import { requestWords } from '../words/requests.en.ts';
import { invalidField, Refusal } from './errors.ts';
import { id } from './ids.ts';

/** The query of a call whose ids may stand in the query or in the body. */
export const idQuery = <K extends string>(...names: K[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, id.optional()])) as Record<K, z.ZodOptional<typeof id>>);

/** Where ids of a call may stand. */
export interface AddressedRequest {
  query?: unknown;
  body?: unknown;
}

/** The one id that a call gives under any of `names`, in its query or body, or null; 422 when two of them differ. */
export const optionalId = (request: AddressedRequest, ...names: string[]): string | null => {
  let found: string | null = null;
  for (const source of [request.query, request.body])
    for (const name of names) {
      const value = (source as Record<string, unknown> | null | undefined)?.[name];
      if (typeof value !== 'string') continue;
      if (found !== null && found !== value) throw invalidField(name, requestWords.idsDiffer);
      found = value;
    }
  return found;
};

/** Like `optionalId`, but an id must be there: 422 under the first name when there is none. */
export const addressedId = (request: AddressedRequest, ...names: string[]): string => {
  const found = optionalId(request, ...names);
  if (found === null) throw invalidField(names[0]!, requestWords.idNeeded);
  return found;
};

/** Refuses a body that names another account than the session's: as if its things did not exist. */
export const checkAccount = (principal: { readonly account_id: string }, given: string | undefined): void => {
  if (given !== undefined && given !== principal.account_id) throw new Refusal('NotFound');
};
