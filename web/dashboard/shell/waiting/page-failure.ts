import { scriptsOf } from './why-not-loaded.ts';

const scriptNotLoaded = /dynamically imported module|module script failed|fetch/i;
const sheetNotLoaded = /preload CSS/i;
const reloadedFor = 'storyrail.reloaded';

/** Whether a page did not come, rather than break. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error &&
  (sheetNotLoaded.test(error.message) || (error instanceof TypeError && scriptNotLoaded.test(error.message)));

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
