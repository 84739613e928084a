import { type ComponentKind, type ComponentList, componentKinds, componentLists, listOf } from './kinds.ts';
import type { Studio } from './shape.ts';

/** A component of a design with its kind, and where it stands. */
export type FlatComponent = {
  [Kind in ComponentKind]: {
    kind: Kind;
    list: (typeof listOf)[Kind];
    at: number;
    component: Studio[(typeof listOf)[Kind]][number];
  };
}[ComponentKind];

/** What has the outline of a design, of whichever version. */
export type Design = Record<string, unknown>;

/** Whether a value has the version and the lists of a design. What is in the lists is for the schema to say. */
export const isDesign = (value: unknown): value is Design =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  Number.isInteger(value.version) &&
  componentLists.every((list) => Array.isArray((value as Design)[list]));

/** The components of a design, in the order of its lists. */
export function flatten(studio: Pick<Studio, ComponentList>): FlatComponent[] {
  return componentKinds.flatMap((kind) => {
    const list = listOf[kind];
    return studio[list].map((component, at) => ({ kind, list, at, component }) as FlatComponent);
  });
}

/** Whether two components have the same values but for some fields; lists and objects are the same only as the same ones. */
export const sameBut = (
  one: FlatComponent['component'],
  other: FlatComponent['component'],
  fields: readonly string[],
): boolean => {
  const before = one as Record<string, unknown>;
  return Object.entries(other).every(([name, value]) => fields.includes(name) || before[name] === value);
};

/** A design without its hidden components. */
export const withoutHidden = (studio: Studio): Studio => ({
  ...studio,
  ...Object.fromEntries(componentLists.map((list) => [list, studio[list].filter(({ hidden }) => !hidden)])),
});

/** The components in the order in which they are drawn, the lowest first. */
export const drawingOrder = (all: readonly FlatComponent[]): FlatComponent[] =>
  [...all].sort((one, other) => one.component.z_index - other.component.z_index);

/** How far two components may differ in height, in canvas units, and still stand in one line. */
const sameLine = 8;

/** The components in the order in which they are read: from top to bottom, those of one line from start to end. */
export function readingOrder(all: readonly FlatComponent[], rightToLeft: boolean): FlatComponent[] {
  const toStart = rightToLeft ? -1 : 1;
  const startOf = ({ component: { position, size } }: FlatComponent): number =>
    rightToLeft ? position.x + size.width : position.x;
  const lines: FlatComponent[][] = [];
  let lineTop = Number.NEGATIVE_INFINITY;
  for (const one of [...all].sort((a, b) => a.component.position.y - b.component.position.y)) {
    const { y } = one.component.position;
    const line = lines.at(-1);
    if (line && y - lineTop <= sameLine) line.push(one);
    else {
      lines.push([one]);
      lineTop = y;
    }
  }
  return lines.flatMap((line) => line.sort((a, b) => toStart * (startOf(a) - startOf(b))));
}
