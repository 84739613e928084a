import { useEffect } from 'react';

declare global {
  /** Pairs of a pattern of addresses and the files below /assets of the page there, as the build knows them (web/first-view). */
  var pageFiles: readonly (readonly [pattern: string, files: string])[] | undefined;
}

/** Stands in the storage of a browser that has fetched all pages: of which release. */
const key = 'storyrail.fetched';
const fetched = new Set<string>();
const quietMs = 2_000;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the files of a page into the browser's cache; a failure is left to whoever opens the page. */
const prefetch = async (files: readonly string[]): Promise<void> => {
  if (!navigator.onLine || savesData()) return;
  await Promise.all(
    files.map(async (file) => {
      if (fetched.has(file)) return;
      fetched.add(file);
      // An import that fails would fail for as long as the document lives; a file that is only fetched does not.
      await fetch(`/assets/${file}`, { priority: 'low' }).then(
        async (answer) => {
          if (answer.ok) await answer.arrayBuffer();
          else fetched.delete(file);
        },
        () => fetched.delete(file),
      );
    }),
  );
};

/** The script whose name changes with that of any file of a page. */
const release = (): string => document.querySelector('script[src*="/assets/first-"]')?.getAttribute('src') ?? '';

/** The files of the page at a path, or of all pages. */
const filesOf = (path?: string): string[] =>
  (globalThis.pageFiles ?? [])
    .filter(([pattern]) => !path || new RegExp(pattern).test(path))
    .flatMap(([, names]) => names.split(' '));

/** Fetches all pages, once for each release: the next document finds them in the browser's cache, and asks it for nothing. */
const prefetchAll = async (): Promise<void> => {
  const files = filesOf();
  try {
    if (localStorage.getItem(key) === release()) return;
    await prefetch(files);
    if (files.every((file) => fetched.has(file))) localStorage.setItem(key, release());
  } catch {
    // Without a storage, or without an answer, the next document does it again.
  }
};

const linkOf = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null;

/** Fetches pages before they are asked for: of a link under the pointer or with the focus, and the rest in idle time. */
export function usePrefetch(): void {
  useEffect(() => {
    const onLink = (event: Event) => {
      const link = linkOf(event);
      if (link) void prefetch(filesOf(link.pathname)).catch(() => undefined);
    };
    document.addEventListener('pointerover', onLink, { passive: true });
    document.addEventListener('focusin', onLink);
    const timer = window.setTimeout(() => {
      const whenIdle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act, 0));
      whenIdle(() => void prefetchAll());
    }, quietMs);
    return () => {
      document.removeEventListener('pointerover', onLink);
      document.removeEventListener('focusin', onLink);
      window.clearTimeout(timer);
    };
  }, []);
}
