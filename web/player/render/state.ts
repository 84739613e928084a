import type { FlatComponent } from '#contracts/studio/flat.ts';

/** What a viewer did with a component, and what is known of others. */
export interface ComponentState {
  /** The viewer's answer: a letter, an emoji or a number of stars. */
  value?: string;
  /** Whether the answer can no longer be changed; one that can is drawn as chosen, without right, wrong and shares. */
  final?: boolean;
  /** How many gave each answer, the viewer among them; absent where it is not known. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Of a countdown: the reminder is set. Of a product tag: its card is shown. */
  on?: boolean;
}

/** What a design is drawn with: the states by component id, and the image or video that lies below. */
export interface RenderState {
  components?: ReadonlyMap<string, ComponentState>;
  medium?: HTMLImageElement | HTMLVideoElement | null;
}

/** What a person does with a component. */
export interface RenderActions {
  answer(one: FlatComponent, value: string): void;
  /** A reminder is set or taken back, a product's card opened or closed. */
  toggle(one: FlatComponent): void;
  /** A link of a component is followed, unless the event is prevented. */
  open(one: FlatComponent, link: HTMLAnchorElement, event: Event): void;
}

/** The component of one kind, as what draws that kind gets it. */
export type Of<Kind extends FlatComponent['kind']> = Extract<FlatComponent, { kind: Kind }>;
