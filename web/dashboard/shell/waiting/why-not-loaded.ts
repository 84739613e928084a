/** Why a page is not there: no network, a server that does not answer, a new release, or the page itself. */
export type PageFailure = 'offline' | 'unreachable' | 'released' | 'broken';

/** The scripts that a document names. */
export const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, src]) => src!);

/**
 * Finds out why a page's files did not come: the document, which is there at `address`, is asked for anew, and names other
 * scripts after a release.
 */
export async function whyNotLoaded(address = '/'): Promise<PageFailure> {
  if (!navigator.onLine) return 'offline';
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    if (answer.status >= 500) return 'unreachable';
    const now = scriptsOf(await answer.text())
      .sort()
      .join();
    const own = scriptsOf(document.documentElement.outerHTML).sort().join();
    return now === own ? 'broken' : 'released';
  } catch {
    return 'unreachable';
  }
}
