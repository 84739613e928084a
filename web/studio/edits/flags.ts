import type { Studio } from '#contracts/studio/shape.ts';
import { changeComponents } from './components.ts';

/** What a component can be beside its looks: kept from changes on the canvas, or left out of what is published. */
export type ComponentFlag = 'locked' | 'hidden';

/** Sets a flag of components, on or off. */
export const flagComponents = (
  design: Studio,
  { ids, flag, on }: { ids: Iterable<string>; flag: ComponentFlag; on: boolean },
): Studio => changeComponents(design, new Map([...ids].map((id) => [id, { [flag]: on }])));
