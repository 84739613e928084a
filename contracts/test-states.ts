import { createHash } from 'node:crypto';
import type { Test } from 'tap';
import { nounOf } from './stream.ts';
import type { UnixSeconds } from './time.ts';

/** An id by a digit. */
export const testId = (digit: number): string => `0190a000-0000-7000-8000-00000000000${digit}`;
/** The moment of the first known event. */
export const testTime: UnixSeconds = 1_718_452_800;

/** Text that is the same for equal values, in whatever order their fields come. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
const digest = (state: unknown) => createHash('sha256').update(sorted(state)).digest('hex').slice(0, 12);

/** Paths in a value that JSON would change or leave out. */
export const lostInJson = (value: unknown, path = 'state'): string[] => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return [];
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((one, index) => lostInJson(one, `${path}[${index}]`));
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return [path];
  return Object.entries(value).flatMap(([key, one]) => lostInJson(one, `${path}.${key}`));
};

/**
 * Asserts that a noun's known events, one after the other, fold to the states of which the digests were recorded under
 * its `stateVersion`, that each kind of event is among them, and that JSON keeps each state. Snapshots outlive releases:
 * one whose code folds the same events to another state must not read those of before, so it raises that number. What was
 * recorded once stays; an event of a new kind goes to the end.
 */
export const assertStates = (
  t: Test,
  name: string,
  events: readonly { type: string; data: unknown }[],
  stateVersion: number,
  recorded: Record<string, string>,
): void => {
  const noun = nounOf(`${name}-`)!;
  const fold = noun.fold!;
  let state = fold.initial(testId(1));
  const digests: Record<string, string> = {};
  for (const [index, { type, data }] of events.entries()) {
    const step = `${index + 1} ${type}`;
    // As it is read from the log.
    const read = noun.events[type]!.parse(JSON.parse(JSON.stringify(data)));
    state = fold.evolve(state, { type, data: read } as never, testTime + index);
    digests[step] = digest(state);
    t.same(lostInJson(state), [], `JSON keeps the state after ${step}`);
  }
  t.same(new Set(events.map(({ type }) => type)), new Set(Object.keys(noun.events)), 'each kind of event is there');
  t.equal(
    fold.stateVersion,
    stateVersion,
    `the number that these were recorded under; now they are ${JSON.stringify(digests)}`,
  );
  t.same(
    digests,
    recorded,
    `Known events of ${name} fold to other states than snapshots of number ${stateVersion} hold. Raise \`stateVersion\` of ` +
      `${name} in contracts/nouns.ts and record the digests anew; not where only events were added to this test.`,
  );
};
