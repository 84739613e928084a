import { check } from 'k6';

let told = false;

/** The data of an answer; null when it has none. */
export const dataOf = ({ body }) => {
  try {
    return JSON.parse(body).data ?? null;
  } catch {
    return null;
  }
};

/** Checks an answer; the first one of a virtual user that is not as it should be is told in its own words. */
export const checkResponse = (answer, checks) => {
  const held = check(answer, checks);
  if (held || told) return held;
  told = true;
  const address = answer.request.url.replace(/(\/sdk\/v1\/)[^/]+/, '$1…');
  console.warn(`${answer.request.method} ${address}: ${answer.status} ${String(answer.body).slice(0, 200)}`);
  return held;
};
