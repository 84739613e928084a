/** Words in a list: `a`, `a and b`, `a, b and c`; `nothing` for none. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** A title in quotation marks. */
export const quoted = (title: string): string => `“${title}”`;

/** Which fields were changed, by their labels; a field without one is named as it is. */
export const changedFields = (data: object, labels: Record<string, string>): string => {
  const fields = Object.keys(data).filter((field) => field !== 'type' && field !== 'thumbnail');
  return `changed ${listed(fields.map((field) => labels[field] ?? field))}`;
};
