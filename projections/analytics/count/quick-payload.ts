import { type SdkEventType, sdkEventTypes } from '#contracts/sdk.ts';
import type { TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { bytes, createWords, idAt, idLength, load, type Pattern, patternOf, standsAt, textAt } from './bytes.ts';
import type { CountedEvent, CountedPayload } from './tally.ts';

const beginning = ',"events":[';
/** So many digits are added up without rounding. */
const mostDigits = 15;

/** Thrown at what is not written in the plainest way. */
const unplain = new Error('not plain');

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

const untold = '' as SdkEventType;
const typeAt = createWords(sdkEventTypes);

/** Where the loaded text is being read, and what its times lag behind, in ms. */
let place = 0;
let offset = 0;

/** All events from `place` to the end of the payload; throws `unplain`. */
const all = (end: number): CountedEvent[] => {
  const events: CountedEvent[] = [];
  if (bytes[place] === closeBracket) place += 1;
  else
    do events.push(readEvent());
    while (goesOn(closeBracket));
  if (place !== end - 1 || bytes[place] !== closeBrace) throw unplain;
  return events;
};

/** Passes a comma, or else the end of a list or an object. */
const goesOn = (end: number): boolean => {
  const code = bytes[place];
  place += 1;
  if (code === comma) return true;
  if (code === end) return false;
  throw unplain;
};
const pass = (pattern: Pattern): void => {
  if (!standsAt(place, pattern)) throw unplain;
  place += pattern.length;
};
const passOne = (code: number): void => {
  if (bytes[place] !== code) throw unplain;
  place += 1;
};

const readEvent = (): CountedEvent => {
  passOne(openBrace);
  const event: CountedEvent = {
    type: untold,
    at: Number.NaN,
    group_id: undefined,
    story_id: undefined,
    component_id: undefined,
    watch_ms: undefined,
    value: undefined,
  };
  do member(event);
  while (goesOn(closeBrace));
  if (event.type === untold || Number.isNaN(event.at)) throw unplain;
  return event;
};
const member = (event: CountedEvent): void => {
  switch (bytes[place + 1]) {
    case letters.i:
      pass(members.id);
      place += idLength;
      passOne(quote);
      return;
    case letters.t:
      pass(members.type);
      event.type = readType();
      return;
    case letters.a:
      pass(members.at);
      event.at = Math.round(number() + offset);
      return;
    case letters.g:
      pass(members.group_id);
      event.group_id = name();
      return;
    case letters.s:
      pass(members.story_id);
      event.story_id = name();
      return;
    case letters.w:
      pass(members.watch_ms);
      event.watch_ms = Math.round(number());
      return;
    case letters.p:
      pass(members.position);
      number();
      return;
    case letters.m:
      pass(members.mode);
      textEnd();
      return;
    case letters.c:
      pass(members.component_id);
      event.component_id = text();
      return;
    case letters.v:
      pass(members.value);
      event.value = value();
      return;
    default:
      throw unplain;
  }
};

/** Passes the rest of a text without escapes; answers where its closing quote is. */
const textEnd = (): number => {
  for (let at = place; at < bytes.length; at += 1) {
    const code = bytes[at]!;
    if (code === quote) {
      place = at + 1;
      return at;
    }
    if (code === backslash || code < 32) break;
  }
  throw unplain;
};
const text = (): string => {
  const from = place;
  return textAt(from, textEnd());
};
const readType = (): SdkEventType => {
  const from = place;
  const type = typeAt(from, textEnd());
  if (type === null) throw unplain;
  return type;
};
const name = (): string => {
  const from = place;
  place += idLength;
  passOne(quote);
  const id = idAt(from);
  if (id === null) throw unplain;
  return id;
};
const number = (): number => {
  const from = place;
  let value = 0;
  let at = from;
  for (; at - from < mostDigits; at += 1) {
    const digit = bytes[at]! - zero;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const next = bytes[at];
  place = at;
  if ((next === comma || next === closeBrace) && at > from && (bytes[from] !== zero || at === from + 1)) return value;
  while (bytes[place] !== comma && bytes[place] !== closeBrace && place < bytes.length) place += 1;
  const other: unknown = JSON.parse(textAt(from, place));
  if (typeof other !== 'number') throw unplain;
  return other;
};
const value = (): string | number | boolean => {
  if (bytes[place] === quote) {
    place += 1;
    return text();
  }
  for (const word of [isTrue, isFalse])
    if (standsAt(place, word)) {
      place += word.length;
      return word === isTrue;
    }
  return number();
};

/**
 * What is counted of an accepted payload that is written in the plainest way: ASCII, no blanks between members, no escapes
 * in texts; null for any other. The same as `parsePayload` makes of it, without the objects and texts that nobody counts.
 */
export const quickPayload = (text: string): CountedPayload | null => {
  const head = text.indexOf(beginning);
  const end = load(text);
  if (head < 0 || end !== text.length) return null;
  try {
    const envelope = JSON.parse(`${text.slice(0, head)}}`) as TelemetryEnvelope;
    if (envelope.v !== 2) return null;
    place = head + beginning.length;
    offset = envelope.offset;
    const events = all(end);
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
