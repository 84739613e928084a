const keyOf = (appId: string) => `storyrail.instance-order.${appId}`;

/** The order of an app's instances that this browser keeps; empty when there is none. */
export function savedOrder(appId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(appId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps the order of an app's instances for the next visit. */
export function saveOrder(appId: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(appId), JSON.stringify(ids));
  } catch {
    // Without storage the order lasts for this page only.
  }
}

/** The instances with the selected one first, then in the kept order, then those that it does not know. */
export function ordered<Row extends { id: string }>(
  rows: readonly Row[],
  kept: readonly string[],
  selectedId: string | undefined,
): Row[] {
  const place = (row: Row): number => {
    if (row.id === selectedId) return -1;
    const at = kept.indexOf(row.id);
    return at === -1 ? kept.length : at;
  };
  return [...rows].sort((a, b) => place(a) - place(b));
}
