import type { BulkResult } from '#contracts/api/envelope.ts';
import { Refusal, type RefusedField } from '#contracts/api/errors.ts';
import { say, sayFields } from '#kernel/platform/say.ts';
import type { CommandContext } from './command-trx.ts';

/** The context of the `index`-th command of a bulk request, or of one of that name: same origin, a key of its own. */
export const nthContext = (context: CommandContext, index: number | string): CommandContext => ({
  ...context,
  idempotency: context.idempotency && { ...context.idempotency, key: `${context.idempotency.key}/${index}` },
});

/** The first refusal, with what became of each named thing where it names no fields of its own, nor how long to wait. */
const refusalOfAll = (first: Refusal, each: readonly RefusedField[]): Refusal =>
  first.errors || first.code === 'TooManyRequests' || each.length === 0
    ? first
    : new Refusal(first.code, first.said, [...each]);

/**
 * Runs independent commands one after another and says which changed something. `ids` names what each refers to (null
 * for a creation, which is named by its index). When nothing could be changed the first refusal is thrown; its `errors`
 * tell by id why each was refused, or of a creation by the field of the request that asked for it, from `paths`.
 */
export const runBulk = async (
  items: readonly {
    ids: readonly (string | null)[];
    indexes: readonly number[];
    paths?: readonly string[];
    run: () => Promise<readonly string[]>;
  }[],
): Promise<BulkResult> => {
  const changed: string[] = [];
  const refused: BulkResult['refused'] = [];
  const each: RefusedField[] = [];
  let first: Refusal | null = null;
  for (const { ids, indexes, paths = [], run } of items) {
    try {
      changed.push(...(await run()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      ids.forEach((id, at) => {
        const named = id === null ? { index: indexes[at]! } : { id };
        const errors = error.errors && sayFields(error.errors);
        refused.push({ ...named, code: error.code, message: say(error.said), ...(errors && { errors }) });
        const path = id ?? paths[at];
        if (path !== undefined) each.push({ path, said: error.said });
      });
    }
  }
  if (changed.length === 0 && first) throw refusalOfAll(first, each);
  return { changed, refused };
};
