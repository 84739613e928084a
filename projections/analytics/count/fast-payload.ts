import { type SdkEventType, sdkEventTypes } from '#contracts/sdk/protocol.ts';
import type { TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import {
  bytes,
  createWordMatcher,
  idAt,
  idLength,
  loadText,
  matchesAt,
  type Pattern,
  patternOf,
  textAt,
} from './byte-reader.ts';
import type { CountedEvent, CountedPayload } from './counter.ts';

const eventsMember = ',"events":[';
/** Integers of so many digits are exact. */
const maxDigits = 15;

/** Thrown at anything outside the subset of JSON that this parser reads. */
const notPlain = new Error('not plain');

const codeOf = (character: string): number => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');
const comma = codeOf(',');
const openBrace = codeOf('{');
const closeBrace = codeOf('}');
const closeBracket = codeOf(']');
const zero = codeOf('0');

const members = {
  id: patternOf('"id":"'),
  type: patternOf('"type":"'),
  at: patternOf('"at":'),
  group_id: patternOf('"group_id":"'),
  story_id: patternOf('"story_id":"'),
  component_id: patternOf('"component_id":"'),
  watch_ms: patternOf('"watch_ms":'),
  value: patternOf('"value":'),
  position: patternOf('"position":'),
  mode: patternOf('"mode":"'),
};
const letters = { i: 105, t: 116, a: 97, g: 103, s: 115, w: 119, p: 112, m: 109, c: 99, v: 118 } as const;
const [isTrue, isFalse] = [patternOf('true'), patternOf('false')];

const noType = '' as SdkEventType;
const typeAt = createWordMatcher(sdkEventTypes);

/** The index in the loaded text, and the clock offset of its times, in ms. */
let cursor = 0;
let clockOffset = 0;

/** All events from `cursor` to the end of the payload; throws `notPlain`. */
const readEvents = (end: number): CountedEvent[] => {
  const events: CountedEvent[] = [];
  if (bytes[cursor] === closeBracket) cursor += 1;
  else
    do events.push(readEvent());
    while (hasMore(closeBracket));
  if (cursor !== end - 1 || bytes[cursor] !== closeBrace) throw notPlain;
  return events;
};

/** Skips a comma, or else the end of a list or an object. */
const hasMore = (end: number): boolean => {
  const code = bytes[cursor];
  cursor += 1;
  if (code === comma) return true;
  if (code === end) return false;
  throw notPlain;
};
const skip = (pattern: Pattern): void => {
  if (!matchesAt(cursor, pattern)) throw notPlain;
  cursor += pattern.length;
};
const skipByte = (code: number): void => {
  if (bytes[cursor] !== code) throw notPlain;
  cursor += 1;
};

const readEvent = (): CountedEvent => {
  skipByte(openBrace);
  const event: CountedEvent = {
    type: noType,
    at: Number.NaN,
    group_id: undefined,
    story_id: undefined,
    component_id: undefined,
    watch_ms: undefined,
    value: undefined,
  };
  do readMember(event);
  while (hasMore(closeBrace));
  if (event.type === noType || Number.isNaN(event.at)) throw notPlain;
  return event;
};
const readMember = (event: CountedEvent): void => {
  switch (bytes[cursor + 1]) {
    case letters.i:
      skip(members.id);
      cursor += idLength;
      skipByte(quote);
      return;
    case letters.t:
      skip(members.type);
      event.type = readType();
      return;
    case letters.a:
      skip(members.at);
      event.at = Math.round(readNumber() + clockOffset);
      return;
    case letters.g:
      skip(members.group_id);
      event.group_id = readId();
      return;
    case letters.s:
      skip(members.story_id);
      event.story_id = readId();
      return;
    case letters.w:
      skip(members.watch_ms);
      event.watch_ms = Math.round(readNumber());
      return;
    case letters.p:
      skip(members.position);
      readNumber();
      return;
    case letters.m:
      skip(members.mode);
      skipText();
      return;
    case letters.c:
      skip(members.component_id);
      event.component_id = readText();
      return;
    case letters.v:
      skip(members.value);
      event.value = readValue();
      return;
    default:
      throw notPlain;
  }
};

/** Skips the rest of a string without escapes; answers the index of its closing quote. */
const skipText = (): number => {
  for (let at = cursor; at < bytes.length; at += 1) {
    const code = bytes[at]!;
    if (code === quote) {
      cursor = at + 1;
      return at;
    }
    if (code === backslash || code < 32) break;
  }
  throw notPlain;
};
const readText = (): string => {
  const from = cursor;
  return textAt(from, skipText());
};
const readType = (): SdkEventType => {
  const from = cursor;
  const type = typeAt(from, skipText());
  if (type === null) throw notPlain;
  return type;
};
const readId = (): string => {
  const from = cursor;
  cursor += idLength;
  skipByte(quote);
  const id = idAt(from);
  if (id === null) throw notPlain;
  return id;
};
const readNumber = (): number => {
  const from = cursor;
  let value = 0;
  let at = from;
  for (; at - from < maxDigits; at += 1) {
    const digit = bytes[at]! - zero;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const next = bytes[at];
  cursor = at;
  if ((next === comma || next === closeBrace) && at > from && (bytes[from] !== zero || at === from + 1)) return value;
  while (bytes[cursor] !== comma && bytes[cursor] !== closeBrace && cursor < bytes.length) cursor += 1;
  const other: unknown = JSON.parse(textAt(from, cursor));
  if (typeof other !== 'number') throw notPlain;
  return other;
};
const readValue = (): string | number | boolean => {
  if (bytes[cursor] === quote) {
    cursor += 1;
    return readText();
  }
  for (const word of [isTrue, isFalse])
    if (matchesAt(cursor, word)) {
      cursor += word.length;
      return word === isTrue;
    }
  return readNumber();
};

/**
 * Parses what is counted of a payload in a subset of JSON: ASCII, no white space between members, no escapes in
 * strings; null for any other. The same result as `parsePayload`, without the objects and strings that nobody counts.
 */
export const parsePayloadFast = (text: string): CountedPayload | null => {
  const head = text.indexOf(eventsMember);
  const end = loadText(text);
  if (head < 0 || end !== text.length) return null;
  try {
    const envelope = JSON.parse(`${text.slice(0, head)}}`) as TelemetryEnvelope;
    if (envelope.v !== 2) return null;
    cursor = head + eventsMember.length;
    clockOffset = envelope.offset;
    const events = readEvents(end);
    const { corrections } = envelope;
    for (const index in corrections) {
      const event = events[Number(index)];
      if (event) Object.assign(event, corrections[Number(index)]);
    }
    return { ...envelope, events };
  } catch {
    return null;
  }
};
