/** Where the browser goes back to from the page of a card, on this site alone: a path with the page's id added. */
export const backWith = (returnPath: string, sessionId: string): string => {
  const url = new URL(returnPath, 'http://own');
  url.searchParams.set('card', sessionId);
  // What begins with two strokes would be another site.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
};
