import type { ReactNode } from 'react';

/** The legal texts that an installation may have. */
export type LegalText = 'terms' | 'privacy';

/** Those that this one has: the server writes them into the page, so that nothing is asked and nothing moves. */
export const legalTexts = (document.querySelector('meta[name=legal]')?.getAttribute('content')?.match(/\w+/g) ??
  []) as LegalText[];

/** A link to a legal text in a window of its own, which keeps what was typed; where there is no text, the words alone. */
export function LegalLink({ page, children }: { page: LegalText; children: ReactNode }) {
  return legalTexts.includes(page) ? (
    <a href={`/${page}`} target="_blank" rel="noopener">
      {children}
    </a>
  ) : (
    children
  );
}
