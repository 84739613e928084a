import { type SdkEvent, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';

const answerTypes = new Set<string>(sdkAnswerTypes);

/** Whether one of these events is a viewer's answer to a component. */
export const hasComponentAnswer = (events: readonly Pick<SdkEvent, 'type'>[]): boolean =>
  events.some(({ type }) => answerTypes.has(type));
