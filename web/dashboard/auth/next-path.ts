const doors =
  /^\/(login|login_as|google|linkedin|register|forgot-password|successful|password-reset|verification|join|join-registered|logout|showcase|preview)(\/|$)/i;

/** The sign-in address that comes back to a page afterwards; null when the page needs no sign-in. */
export function goToSignIn(pathname: string, search: string): string | null {
  if (doors.test(pathname)) return null;
  return pathname + search === '/' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`;
}

/** Where to go after the sign-in: only to a page of this dashboard, otherwise to the start. */
export function nextPath(next: string | null, origin = window.location.origin): string {
  if (!next || !URL.canParse(next, origin)) return '/';
  // A link such as //elsewhere or /.//elsewhere would leave the dashboard: what counts is the address it comes to.
  const { origin: whose, pathname, search } = new URL(next, origin);
  const inside = whose === origin && next.startsWith('/') && !pathname.startsWith('//');
  return inside && !doors.test(pathname) ? pathname + search : '/';
}
