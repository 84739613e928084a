import { IntlMessageFormat } from 'intl-messageformat';
import { Children, createElement, Fragment, isValidElement, type ReactNode } from 'react';
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

/** By id, made when they are said first: there are as many as the catalogues have. */
const formats = new Map<string, IntlMessageFormat>();

const formatOf = ({ id, defaultMessage }: Message): IntlMessageFormat => {
  const format = formats.get(id) ?? new IntlMessageFormat(defaultMessage, 'en');
  formats.set(id, format);
  return format;
};

type RichValues = Readonly<Record<string, RichValue>>;

/** Parts in a fixed order: React asks for no keys of their own. */
const inOrder = (parts: ReactNode[]): ReactNode[] =>
  Children.toArray(parts).map((part, key) => (isValidElement(part) ? createElement(Fragment, { key }, part) : part));

const withPartsInOrder = (values: RichValues): RichValues => {
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: ReactNode[]) => value(inOrder(parts)) : value,
  ]);
  return Object.fromEntries(given);
};

/**
 * What react-intl's `formatMessage` says, to which its test holds it, by the engine that is in both: `createIntl` has
 * formatters of lists, names and spans besides, 3 kB on every page.
 */
const formatMessage = (message: Message, values: RichValues = {}): ReactNode => {
  const text: unknown = message.defaultMessage;
  if (typeof text === 'string' && isSaidAsItStands(text)) return text;
  try {
    const said = formatOf(message).format<ReactNode>(withPartsInOrder(values));
    return Array.isArray(said) ? inOrder(said) : said;
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') console.error(error);
    return typeof text === 'string' ? text : message.id;
  }
};

/** A text of a catalogue with its arguments: a string, or with elements among them a node. */
export function t<Text extends string>(message: Message<string, Text>, ...values: Values<Text, TextValue>): string;
export function t<Text extends string>(message: Message<string, Text>, ...values: Values<Text, RichValue>): ReactNode;
export function t(message: Message, values?: RichValues): ReactNode {
  return formatMessage(message, values);
}

sayFaultsBy((phrase) => formatMessage(phrase, phrase.values as RichValues) as string);
