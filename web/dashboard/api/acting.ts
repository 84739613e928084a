/** What lets a member of staff act as somebody in this tab; `ends_at` is unix ms by this machine's clock. */
export interface Acting {
  token: string;
  ends_at: number;
  /** The page of the admin area to come back to. */
  back: string;
}

// In the tab's own storage: other tabs go on as the member of staff.
const key = 'storyrail.login-as';

/** As whom staff acts in this tab, or null. */
export function getActing(): Acting | null {
  try {
    const { token, ends_at, back } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Acting>;
    return typeof token === 'string' && typeof ends_at === 'number' && typeof back === 'string'
      ? { token, ends_at, back }
      : null;
  } catch {
    return null;
  }
}

/** Lets this tab act with a token of login-as; its pages must be loaded anew. */
export function keepActing(acting: Acting): void {
  sessionStorage.setItem(key, JSON.stringify(acting));
}

/** Forgets as whom this tab acts; its pages must be loaded anew. */
export function dropActing(): void {
  sessionStorage.removeItem(key);
}
