import type { Studio } from '#contracts/studio/shape.ts';

/** Fields of a design that are none of a component's. */
export type BackdropChanges = Partial<Pick<Studio, 'background' | 'duration_ms'>> & {
  medium?: Partial<Studio['medium']>;
};

/** Changes the background, the length and how the medium lies. */
export function changeBackdrop(design: Studio, { medium, ...own }: BackdropChanges): Studio {
  const laid = medium ? { ...design.medium, ...medium } : design.medium;
  const changed = { ...design, ...own, medium: laid };
  return JSON.stringify(changed) === JSON.stringify(design) ? design : changed;
}
