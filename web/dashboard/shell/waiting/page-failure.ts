/** Why a page is not there: no network, a server that does not answer, a new release, or the page itself. */
export type PageFailure = 'offline' | 'unreachable' | 'released' | 'broken';

const scriptNotLoaded = /dynamically imported module|module script failed|fetch/i;
const sheetNotLoaded = /preload CSS/i;
const reloadedFor = 'storyrail.reloaded';

/** Whether a page did not come, rather than break. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error &&
  (sheetNotLoaded.test(error.message) || (error instanceof TypeError && scriptNotLoaded.test(error.message)));

const scriptsOf = (html: string): string[] => [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, src]) => src!);

/** Finds out why a page's files did not come: the document is asked for anew, and names other scripts after a release. */
export async function whyNotLoaded(): Promise<PageFailure> {
  if (!navigator.onLine) return 'offline';
  try {
    const answer = await fetch('/', { cache: 'no-store' });
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

/**
 * Loads the document anew, once for each release: a second time says that a reload does not help. Answers whether it does.
 * It never throws away what waits in this document: a page is only left after what is unsaved was asked about.
 */
export function reloadForRelease(): boolean {
  const own = scriptsOf(document.documentElement.outerHTML).join();
  try {
    if (sessionStorage.getItem(reloadedFor) === own) return false;
    sessionStorage.setItem(reloadedFor, own);
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
