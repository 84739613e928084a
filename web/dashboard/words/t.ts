import type { ReactNode } from 'react';
import { createIntl } from 'react-intl/server';
import type { ArgumentsOf, Message } from '#contracts/words/define.ts';
import { sayFaultsBy } from '#contracts/words/worded.ts';
import { isSaidAsItStands } from './plain.ts';

/** What stands in a text for an argument. */
export type TextValue = string | number | boolean | null | undefined;

/** What stands in a rich text for an argument, or what a tag makes of the parts inside of it. */
export type RichValue = ReactNode | ((parts: ReactNode[]) => ReactNode);

type Values<Text extends string, Value> = [ArgumentsOf<Text>] extends [never]
  ? []
  : [values: Readonly<Record<ArgumentsOf<Text>, Value>>];

const { formatMessage } = createIntl({ locale: 'en' });

/** A text of a catalogue with its arguments: a string, or with elements among them a node. */
export function t<Text extends string>(message: Message<string, Text>, ...values: Values<Text, TextValue>): string;
export function t<Text extends string>(message: Message<string, Text>, ...values: Values<Text, RichValue>): ReactNode;
export function t(message: Message, values?: Record<string, RichValue>): ReactNode {
  const text: unknown = message.defaultMessage;
  return typeof text === 'string' && isSaidAsItStands(text) ? text : formatMessage(message, values);
}

sayFaultsBy(({ id, defaultMessage, values }) =>
  formatMessage({ id, defaultMessage }, values as Record<string, TextValue>),
);
