import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentChanges } from '../edits/components.ts';

/** The numbers that say where and when a component is seen, and the field of the component that holds each. */
export const placeParts = {
  x: 'position',
  y: 'position',
  width: 'size',
  height: 'size',
  rotation: 'rotation',
  z_index: 'z_index',
  start_time: 'start_time',
  end_time: 'end_time',
} as const;
export type PlaceField = keyof typeof placeParts;

type Placeable = Pick<FlatComponent['component'], (typeof placeParts)[PlaceField]>;

/** One of the numbers of a component; `end` in ms is where the story ends, for a component without an end of its own. */
export function placeOf(component: Placeable, field: PlaceField, end: number): number {
  switch (field) {
    case 'x':
    case 'y':
      return component.position[field];
    case 'width':
    case 'height':
      return component.size[field];
    case 'end_time':
      return component.end_time ?? end;
    default:
      return component[field];
  }
}

/** The change that gives a component one of its numbers; an end at the story's own, or later, is none of its own. */
export function placeChange(component: Placeable, field: PlaceField, value: number, end: number): ComponentChanges {
  switch (field) {
    case 'x':
    case 'y':
      return { position: { ...component.position, [field]: value } };
    case 'width':
    case 'height':
      return { size: { ...component.size, [field]: value } };
    case 'end_time':
      return { end_time: value >= end ? null : value };
    default:
      return { [field]: value };
  }
}
