import { isDeepStrictEqual } from 'node:util';

/** The fields of `wanted` that are given and hold something else than `present`. */
export const differingFields = <T extends object>(wanted: Partial<T>, present: object): Partial<T> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, (present as Record<string, unknown>)[field]),
    ),
  ) as Partial<T>;
