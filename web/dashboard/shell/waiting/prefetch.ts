import { useEffect } from 'react';

declare global {
  /** Pairs of a pattern of addresses and the files below /assets of the page there, as the build knows them (web/first-view). */
  var pageFiles: readonly (readonly [string, readonly string[]])[] | undefined;
}

const fetched = new Set<string>();
const quietMs = 2_000;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the files of a page into the browser's cache; a failure is left to whoever opens the page. */
const prefetch = (files: readonly string[]): void => {
  if (!navigator.onLine || savesData()) return;
  for (const file of files) {
    if (fetched.has(file)) continue;
    fetched.add(file);
    // An import that fails would fail for as long as the document lives; a file that is only fetched does not.
    fetch(`/assets/${file}`, { priority: 'low' }).then(
      (answer) => answer.arrayBuffer(),
      () => fetched.delete(file),
    );
  }
};

const filesAt = (path: string): readonly string[] =>
  globalThis.pageFiles?.find(([pattern]) => new RegExp(pattern).test(path))?.[1] ?? [];

const linkOf = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null;

/** Fetches pages before they are asked for: of a link under the pointer or with the focus, and the rest in idle time. */
export function usePrefetch(): void {
  useEffect(() => {
    const onLink = (event: Event) => {
      const link = linkOf(event);
      if (link) prefetch(filesAt(link.pathname));
    };
    document.addEventListener('pointerover', onLink, { passive: true });
    document.addEventListener('focusin', onLink);
    const timer = window.setTimeout(() => {
      const whenIdle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act, 0));
      whenIdle(() => prefetch((globalThis.pageFiles ?? []).flatMap(([, files]) => files)));
    }, quietMs);
    return () => {
      document.removeEventListener('pointerover', onLink);
      document.removeEventListener('focusin', onLink);
      window.clearTimeout(timer);
    };
  }, []);
}
