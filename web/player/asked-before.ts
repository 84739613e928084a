/**
 * What a page said of these properties before the element was defined: set on it as plain values, or given to React, which
 * writes `false` as no attribute at all while it does not see the property. Such values are taken off the element.
 */
export function askedBefore(element: HTMLElement, names: readonly string[]): Record<string, unknown> {
  const held = element as unknown as Record<string, unknown>;
  const asked: Record<string, unknown> = {};
  // React keeps the props of a node on the node, under a name that ends in a random part.
  const key = Object.keys(held).find((name) => name.startsWith('__reactProps$'));
  const props = key ? (held[key] as Record<string, unknown> | null) : null;
  for (const name of names) {
    if (props?.[name] === false || props?.[name] === true) asked[name] = props[name];
    if (!Object.hasOwn(held, name)) continue;
    asked[name] = held[name];
    delete held[name];
  }
  return asked;
}
