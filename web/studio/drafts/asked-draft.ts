import { newKey } from '../../dashboard/api/http.ts';

const kept = 'storyrail.asked-draft';

/**
 * The idempotency key of the draft that an address asks for: the same one after a reload, until the draft is there.
 * `asking` tells one visit of an address from the next.
 */
export function keyOfAsked(asking: string): string {
  try {
    const known = JSON.parse(sessionStorage.getItem(kept) ?? 'null') as { asking: string; key: string } | null;
    if (known?.asking === asking) return known.key;
    const key = newKey();
    sessionStorage.setItem(kept, JSON.stringify({ asking, key }));
    return key;
  } catch {
    // A browser that keeps nothing begins anew after a reload.
    return newKey();
  }
}

/** Called once the draft is there. */
export function forgetAsked(): void {
  try {
    sessionStorage.removeItem(kept);
  } catch {
    // Nothing was kept.
  }
}
