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
