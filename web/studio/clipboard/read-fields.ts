import { limits } from '#contracts/api/limits.ts';
import { mayOpen } from '#contracts/api/schemes.ts';
import { optionLetters } from '#contracts/studio/answers.ts';
import { blankComponent, type ComponentStart } from '#contracts/studio/blank.ts';
import type { ConditionRule } from '#contracts/studio/conditions.ts';
import { isEmoji } from '#contracts/studio/emoji.ts';
import { fontNames } from '#contracts/studio/fonts.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { cutText } from '../edits/words.ts';
import { linkFault } from '../properties/link-fault.ts';

/** What becomes of a value that somebody else wrote: what is kept of it, or undefined where it is none at all. */
type Reader = (value: unknown) => unknown;

const whole =
  ([least, most]: readonly [number, number]): Reader =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value)
      ? Math.min(most, Math.max(least, Math.round(value))) + 0
      : undefined;

const markRun = /(?<!\p{M})\p{M}{31}/u;
const isClean = (text: string, most: number): boolean =>
  text.length <= most * 8 + 16 && !markRun.test(text) && !text.includes('\u0000') && text.isWellFormed();

const words =
  (most: number): Reader =>
  (value) =>
    typeof value === 'string' && isClean(value, most) ? cutText(value, most) : undefined;

const oneOf =
  (values: readonly unknown[]): Reader =>
  (value) =>
    values.includes(value) ? value : undefined;

const matching =
  (pattern: RegExp): Reader =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

const orNull =
  (read: Reader): Reader =>
  (value) =>
    value === null ? null : read(value);

const onOff: Reader = (value) => (typeof value === 'boolean' ? value : undefined);
const color = matching(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/);
const time = whole([0, studioLimits.timeMs]);

/** An object of these fields and no others; a field that is missing, or none at all, refuses the whole. */
export const fieldsIn = (readers: Iterable<readonly [string, Reader, unknown?]>): Reader => {
  const all = [...readers];
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const kept: [string, unknown][] = [];
    for (const [name, read, usual] of all) {
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : usual;
      const field = read(given);
      if (field === undefined) return undefined;
      kept.push([name, field]);
    }
    return Object.fromEntries(kept);
  };
};

const list =
  ([least, most]: readonly [number, number], read: Reader, unlike = false): Reader =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const kept = value.slice(0, most).map(read);
    if (kept.length < least || kept.includes(undefined)) return undefined;
    return unlike && new Set(kept).size < kept.length ? undefined : kept;
  };

const place = fieldsIn([
  ['x', whole(studioLimits.x)],
  ['y', whole(studioLimits.y)],
]);

const size = fieldsIn([
  ['width', whole(studioLimits.width)],
  ['height', whole(studioLimits.height)],
]);

/** A link that would be refused is not taken along: the component stands without it. */
const link =
  (leads: (address: string) => boolean): Reader =>
  (value) => {
    if (typeof value !== 'string') return undefined;
    const fits = value.length <= limits.url && isClean(value, limits.url) && !/\s/.test(value) && leads(value);
    return fits ? value.normalize('NFC') : '';
  };

const isWeb = (address: string): boolean => address !== '' && linkFault('outlink', address) === null;

const emoji: Reader = (value) => (typeof value === 'string' && isEmoji(value) ? value : undefined);

const picture: Reader = (value) => words(limits.url)(value) || undefined;

const option = ['text', words(studioLimits.option), ''] as const;
const pollOption = fieldsIn([option, ['color', orNull(color), null]]);

const shared = {
  position: place,
  size,
  rotation: whole(studioLimits.rotation),
  z_index: whole(studioLimits.zIndex),
  start_time: time,
  end_time: orNull(time),
  name: words(studioLimits.name),
  locked: onOff,
  hidden: onOff,
  text_color: color,
  text_font: oneOf(fontNames),
  text_weight: oneOf([400, 700]),
  text_align: oneOf(['start', 'center', 'end']),
  background: orNull(color),
  radius: whole(studioLimits.radius),
  font_size: whole(studioLimits.fontSize),
  text_size: whole(studioLimits.textSize),
  option_color: color,
  accent_color: color,
  right_color: color,
  wrong_color: color,
  icon_color: color,
  show_results: onOff,
  show_total: onOff,
  type: oneOf(['swipe', 'button']),
  button_text: words(studioLimits.button),
  outlink: link(isWeb),
  deep_link: link(mayOpen),
  media: picture,
  alt: words(studioLimits.alt),
  decorative: onOff,
  opacity: whole(studioLimits.opacity),
  text: words(studioLimits.text),
  emojis: list(studioLimits.emojis, emoji, true),
  question: words(studioLimits.question),
  options: list(studioLimits.options, fieldsIn([option])),
  correct: oneOf(optionLetters),
  explanation: words(studioLimits.explanation),
  title: words(studioLimits.countdownTitle),
  ts_end: whole([0, 32_503_680_000]),
  units: list([1, 4], oneOf(['days', 'hours', 'minutes', 'seconds']), true),
  end_text: words(studioLimits.endText),
  reminder: onOff,
  product_id: words(studioLimits.productId),
  price: words(studioLimits.price),
  old_price: words(studioLimits.price),
  dot: orNull(place),
  opens: oneOf(['card', 'app', 'web']),
} as const satisfies Record<string, Reader>;

const own: Partial<Record<ComponentKind, Partial<Record<keyof typeof shared, Reader>>>> = {
  poll: { options: list(studioLimits.options, pollOption) },
  product_tag: { name: words(studioLimits.productName), media: orNull(picture) },
};

const rule = fieldsIn([
  ['component_id', words(36)],
  ['values', list([1, 5], (value) => words(40)(value) || undefined, true)],
  ['to', words(36)],
]);

/** The rule of answers that a value describes; null where it is none. */
export const readRule = (value: unknown): ConditionRule | null => (rule(value) as ConditionRule | undefined) ?? null;

const anywhere = { id: '', position: undefined, size: undefined } as unknown as ComponentStart<ComponentKind>;

/**
 * The component that a value describes, under an id: fields that its kind does not have are dropped, numbers and words come
 * into their bounds, a missing field is as usual. Null where the value is none, or a field is of another type. Costs time
 * in proportion to the value.
 */
export function readComponent(kind: ComponentKind, value: unknown, id: string): Record<string, unknown> | null {
  const usual = blankComponent(kind, anywhere) as unknown as Record<string, unknown>;
  const readers = Object.keys(usual)
    .filter((name): name is keyof typeof shared => Object.hasOwn(shared, name))
    .map((name) => [name, own[kind]?.[name] ?? shared[name], usual[name]] as const);
  const read = fieldsIn(readers)(value) as Record<string, unknown> | undefined;
  return read ? { id, ...read } : null;
}
