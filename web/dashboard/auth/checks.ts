const emailShape =
  /^[^\s\p{C}@"(),:;<>[\\\].]+(\.[^\s\p{C}@"(),:;<>[\\\].]+)*@([^\s\p{C}@"(),:;<>[\\\].]+\.)+[^\s\p{C}@.]{2,}$/u;

/** What is wrong with an e-mail address, or null. */
export function emailProblem(value: string): string | null {
  return emailShape.test(value.trim()) ? null : 'Please enter a valid email address!';
}

/** What is wrong with a new password, or null. */
export function passwordProblem(value: string): string | null {
  return [...value].length >= 6 ? null : 'Password must be at least 6 character long';
}

/** What is wrong with the repeated password, or null. */
export function confirmProblem(password: string, confirm: string): string | null {
  return password === confirm ? null : 'The two passwords that you entered do not match!';
}

/** What is wrong with a full name, or null. */
export function nameProblem(value: string): string | null {
  return value.trim() ? null : 'Please provide your full name';
}

/** A full name as two: the last word is the last name, the rest the first name (empty for a single word). */
export function splitName(value: string): { firstname: string; lastname: string } {
  const words = value.trim().split(/\s+/);
  return { firstname: words.slice(0, -1).join(' '), lastname: words[words.length - 1] ?? '' };
}
