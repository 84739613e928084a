/** The keys that are held while a layer is clicked. */
export interface PickKeys {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/**
 * What is selected after a click on a layer: that one alone; with Ctrl or Cmd it is added or taken out; with Shift all from the one
 * that was selected last up to it are.
 */
export function pickLayer(
  order: readonly string[],
  selected: readonly string[],
  id: string,
  { shiftKey, ctrlKey, metaKey }: PickKeys,
): readonly string[] {
  const last = selected.at(-1);
  if (shiftKey && last !== undefined && order.includes(last)) {
    const [from, to] = [order.indexOf(last), order.indexOf(id)];
    const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    // The one it began at stays the last, so that the next click with Shift begins there too.
    return [...new Set([...selected, ...between])].filter((one) => one !== last).concat(last);
  }
  if (ctrlKey || metaKey) return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
  return [id];
}
