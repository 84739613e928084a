import { type SdkEvent, sdkAnswerTypes } from '#contracts/sdk.ts';

const answerTypes = new Set<string>(sdkAnswerTypes);

/** Whether a viewer answers a component with one of these events. */
export const holdsAnswer = (events: readonly Pick<SdkEvent, 'type'>[]): boolean =>
  events.some(({ type }) => answerTypes.has(type));
