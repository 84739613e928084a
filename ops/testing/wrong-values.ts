/** What a JSON Schema says of a value, as far as wrong values are made from it. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

/** Values of every kind, of which a field takes one or two at most. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  1.5,
  -1,
  9_007_199_254_740_992,
  'x',
  'x'.repeat(9000),
  [],
  ['x'],
  { surprise: 1 },
];

const branches = (shape: Shape): Shape[] => shape.anyOf ?? shape.oneOf ?? [shape];

/** An object or a list of the shape whose innermost fields all hold `value`. */
const filled = (shape: Shape, value: unknown): unknown => {
  const inner = branches(shape).find((one) => one.properties || one.items);
  if (inner?.properties)
    return Object.fromEntries(Object.entries(inner.properties).map(([name, one]) => [name, filled(one, value)]));
  return inner?.items ? [filled(inner.items, value)] : value;
};

/**
 * Bodies whose fields hold wrong values, one kind in each: on the fields themselves and on what lies innermost in them.
 */
export const wrongBodies = (shape: Shape): unknown[] => {
  const names = [...new Set(branches(shape).flatMap((one) => Object.keys(one.properties ?? {})))];
  const bodies = wrongValues.flatMap((value) => [
    Object.fromEntries(names.map((name) => [name, value])),
    ...branches(shape).map((one) => filled(one, value)),
  ]);
  return [...new Map([...bodies, null, [], 'x'].map((one) => [JSON.stringify(one), one])).values()];
};
