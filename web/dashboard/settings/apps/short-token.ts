/** A token as tables show it: the first 20 and the last 7 characters. */
export function shortToken(token: string): string {
  return token.length > 27 ? `${token.slice(0, 20)}…${token.slice(-7)}` : token;
}
