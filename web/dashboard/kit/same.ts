import { replaceEqualDeep } from '@tanstack/react-query';

/** Whether two values of JSON say the same, in whatever order their fields stand. */
export const same = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one;
