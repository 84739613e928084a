import type { ReactNode } from 'react';

/** The legal texts that an installation may have. */
export type LegalText = 'terms' | 'privacy';

// The server writes into the page which of the two texts there are, so that nothing is asked and nothing moves.
const there = document.querySelector('meta[name="legal"]')?.getAttribute('content') ?? '';

/** Whether this installation has its terms or its privacy policy. */
export const hasLegal = (page: LegalText) => there.includes(page);

/** A link to a legal text in a window of its own, which keeps what was typed; where there is no text, the words alone. */
export function LegalLink({ page, children }: { page: LegalText; children: ReactNode }) {
  if (!hasLegal(page)) return children;
  return (
    <a href={`/${page}`} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
