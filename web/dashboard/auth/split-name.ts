/** A full name as two: the last word is the last name, the rest the first name (empty for a single word). */
export function splitName(value: string): { firstname: string; lastname: string } {
  const words = value.trim().split(/\s+/);
  return { firstname: words.slice(0, -1).join(' '), lastname: words[words.length - 1] ?? '' };
}
