import { useEffect, useState } from 'react';
import type { LinkSeen } from '#contracts/api/link.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';
import { getSession } from '../api/session.ts';

/**
 * What is known of the link that a page was opened by: `looking` until the server has answered, `gone` when it no longer
 * works, `open` with what it is for, and `lost` when there was no answer.
 */
export interface SeenLink {
  state: 'looking' | 'open' | 'gone' | 'lost';
  link: LinkSeen | null;
  /** Why it is `lost`. */
  error: unknown;
  /** The email of whoever else is signed in in this browser, empty where it is not known; null: nobody else. */
  stranger: string | null;
  /** Looks again: after a sign-out, or because there was no answer. */
  again: () => void;
}

type Found = Omit<SeenLink, 'again'>;
const looking: Found = { state: 'looking', link: null, error: null, stranger: null };

/** Who is signed in here and is not whom a link is for. What is undone signs nobody in and ends whoever's session it must. */
async function strangerTo({ purpose, email }: LinkSeen): Promise<string | null> {
  if (!getSession() || purpose === 'undo_email_change') return null;
  const user = await http.get<UserRow>('/user').catch(() => null);
  if (!user) return getSession() ? '' : null;
  const own = purpose === 'confirm_email_change' ? user.pending_email : user.email;
  const same = purpose !== 'invitation' && own?.toLowerCase() === email.toLowerCase();
  return same ? null : user.email;
}

async function look(token: string, purposes: readonly LinkSeen['purpose'][]): Promise<Found> {
  try {
    const link = await http.post<LinkSeen>('/link/look', { token }, { auth: 'none' });
    if (!purposes.includes(link.purpose)) return { ...looking, state: 'gone' };
    return { state: 'open', link, error: null, stranger: await strangerTo(link) };
  } catch (error) {
    const gone = error instanceof ApiError && [404, 410, 422].includes(error.status);
    return { ...looking, state: gone ? 'gone' : 'lost', error };
  }
}

/** Looks at a link when the page opens; nothing of it is used up. A link for another page than one of these is gone. */
export function useLinkCheck(token: string, ...purposes: LinkSeen['purpose'][]): SeenLink {
  const [found, setFound] = useState(looking);
  const [asked, setAsked] = useState(0);
  const wanted = purposes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again runs it again
  useEffect(() => {
    let left = false;
    look(token, wanted.split(',') as LinkSeen['purpose'][]).then((seen) => {
      if (!left) setFound(seen);
    });
    return () => {
      left = true;
    };
  }, [token, wanted, asked]);
  return {
    ...found,
    again: () => {
      setFound(looking);
      setAsked(asked + 1);
    },
  };
}
