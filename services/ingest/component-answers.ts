import { type SdkEvent, type SdkEventType, type SdkRejectionCode, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { answerEvents, givenAnswer } from '#contracts/studio/answers.ts';
import { answerableKinds, type ComponentKind } from '#contracts/studio/kinds.ts';
import type { KnownComponent } from '#kernel/telemetry-log/telemetry-facts.ts';

const answerTypes = new Set<string>(sdkAnswerTypes);

/** Whether one of these events is a viewer's answer to a component. */
export const hasComponentAnswer = (events: readonly Pick<SdkEvent, 'type'>[]): boolean =>
  events.some(({ type }) => answerTypes.has(type));

/**
 * The kind of component that events of a type are about; 'any' where it does not matter. A click names its CTA, too, but is
 * counted for the story, so that none is lost over an unknown one.
 */
const kindOf = new Map<SdkEventType, ComponentKind | 'any'>([
  ['component_impression', 'any'],
  ...answerableKinds.map((kind) => [answerEvents[kind], kind] as const),
  ['countdown_reminder_set', 'countdown'],
  ['countdown_reminder_removed', 'countdown'],
  ['product_tag_clicked', 'product_tag'],
]);

/** Whether events of a type are about a component, and so must name one. */
export const isAboutComponent = (type: SdkEventType): boolean => kindOf.has(type);

/** A countdown is not answered with anything, and what an impression carries is not looked at. */
const takes = ({ kind, answers = [], product_id }: KnownComponent, value: SdkEvent['value']): boolean => {
  if (kind === 'countdown') return value === undefined;
  return kind === 'product_tag' ? value === product_id : givenAnswer(answers, value) !== null;
};

/** Why an event cannot be about the component that it names, of those that its story ever had; null where it can. */
export const componentFault = (
  { type, component_id, value }: Pick<SdkEvent, 'component_id' | 'value'> & { type: SdkEventType },
  components: ReadonlyMap<string, KnownComponent>,
): Extract<SdkRejectionCode, 'UnknownComponent' | 'InvalidValue'> | null => {
  const wanted = kindOf.get(type);
  if (wanted === undefined) return null;
  const component = components.get(component_id!);
  if (!component || (wanted !== 'any' && component.kind !== wanted)) return 'UnknownComponent';
  return wanted === 'any' || takes(component, value) ? null : 'InvalidValue';
};
