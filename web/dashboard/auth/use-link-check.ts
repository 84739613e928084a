import { useEffect, useState } from 'react';
import type { LinkSeen } from '#contracts/api/link.ts';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';

/**
 * What is known of the link that a page was opened by: `looking` until the server has answered, `gone` when it no longer
 * works, else `open`, with the company where it is known. Without an answer the page goes on: what it sends is judged then.
 */
export interface SeenLink {
  state: 'looking' | 'open' | 'gone';
  company: string | null;
}

/** Looks at a link when the page opens; nothing of it is used up. */
export function useLinkCheck(token: string, purpose: LinkSeen['purpose']): SeenLink {
  const [seen, setSeen] = useState<SeenLink>({ state: 'looking', company: null });
  useEffect(() => {
    let left = false;
    const settle = (found: SeenLink) => {
      if (!left) setSeen(found);
    };
    http.post<LinkSeen>('/link/look', { token }, { auth: 'none' }).then(
      (link) => settle({ state: link.purpose === purpose ? 'open' : 'gone', company: link.company }),
      (error: unknown) => {
        const gone = error instanceof ApiError && [404, 410, 422].includes(error.status);
        settle({ state: gone ? 'gone' : 'open', company: null });
      },
    );
    return () => {
      left = true;
    };
  }, [token, purpose]);
  return seen;
}
