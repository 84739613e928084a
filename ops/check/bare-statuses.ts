/** Answers of HTTP have three digits, and 0 says that there was none. */
const bareStatus = /status\s*(?:={1,3}|!==?|<>|\bin\b)\s*\(?[1-9]\d?\b/gi;

/** Where a file compares a status with a number that has a name in contracts, in SQL or in code: `4: status <> 9`. */
export const bareStatusesIn = (text: string): string[] =>
  [...text.matchAll(bareStatus)].map(({ 0: found, index }) => `${text.slice(0, index).split('\n').length}: ${found}`);
