import type { ReadJson } from '#kernel/http/clean-input.ts';

const name = '"events"';
const afterEvents = /^\s*\}\s*$/;
const beforeEvents = /^\s*:\s*\[/;

/**
 * The text of the `events` array of a validated body, so that it can be stored as it came; null when it cannot be found
 * with certainty: unless `events` is the last member and its name occurs once and unescaped.
 */
export const eventsText = ({ text, literal }: Pick<ReadJson, 'text' | 'literal'>): string | null => {
  if (!literal) return null;
  const at = text.indexOf(name);
  const from = at + name.length;
  if (at === -1 || text.indexOf(name, from) !== -1) return null;
  // A batch has no other member that is an array, so the last bracket before its end closes this one.
  const last = text.lastIndexOf(']');
  const start = text.indexOf('[', from);
  if (!beforeEvents.test(text.slice(from, start + 1)) || !afterEvents.test(text.slice(last + 1))) return null;
  return text.slice(start, last + 1);
};
