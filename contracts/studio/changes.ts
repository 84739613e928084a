import type { UnsaidChange } from '../audit/change.ts';
import { type MomentPlaceholder, mediaPlaceholder } from '../audit/placeholders.ts';
import { componentWords, designWords } from '../words/design.en.ts';
import { fill, type Phrase, type PhraseValue } from '../words/phrase.ts';
import { optionLetters } from './answers.ts';
import { blankDesign } from './blank.ts';
import type { StoryConditions } from './conditions.ts';
import { type FlatComponent, flatten } from './flat.ts';
import type { Studio } from './shape.ts';
import { componentSays } from './title.ts';

/** One difference of two designs. */
export interface DesignChange extends UnsaidChange {
  /** `<component id>` added or removed whole, `<component id>.<field>`, `design.<field>` or `conditions`. */
  key: string;
  field: Phrase;
}

type Values = Map<string, { label: Phrase; value: unknown }>;

const whole = new Set(['id', 'position', 'size', 'options', 'emojis', 'media', 'dot', 'correct', 'ts_end', 'name']);

/** What a component is called: its own name, else its words, else its kind alone. */
function componentTitle(one: FlatComponent): Phrase {
  const said = componentSays(one);
  const name = componentWords[one.kind];
  return said === '' ? name : fill(designWords.titled, { kind: name, words: said });
}

const pair = (x: number, y: number): Phrase => fill(designWords.pair, { x, y });

const optionValues = (one: FlatComponent, values: Values): void => {
  if (one.kind !== 'quiz' && one.kind !== 'poll') return;
  one.component.options.forEach((option, at) => {
    const letter = optionLetters[at]!;
    values.set(`options.${letter}`, { label: fill(designWords.option, { letter }), value: option.text });
    if ('color' in option)
      values.set(`options.${letter}.color`, { label: fill(designWords.optionColor, { letter }), value: option.color });
  });
};

/** An option as a person reads it: its letter and its words. */
const optionTitle = (letter: string, words: string): PhraseValue =>
  words === '' ? letter : fill(designWords.lettered, { letter, words });

const specialValues = (one: FlatComponent, values: Values): void => {
  const { component } = one;
  const set = (field: keyof typeof designWords, value: unknown) =>
    values.set(field, { label: designWords[field] as Phrase, value });
  if (component.name !== '') set('name', component.name);
  set('position', pair(component.position.x, component.position.y));
  set('size', fill(designWords.pairOfSize, component.size));
  if ('media' in component) set('media', mediaPlaceholder(component.media));
  if (one.kind === 'reaction') set('emojis', one.component.emojis.join(' '));
  if (one.kind === 'quiz') {
    const { correct, options } = one.component;
    set('correct', optionTitle(correct, options[optionLetters.indexOf(correct)]?.text ?? ''));
  }
  if (one.kind === 'countdown') set('ts_end', { $moment: one.component.ts_end } satisfies MomentPlaceholder);
  if (one.kind === 'product_tag') {
    const { dot } = one.component;
    set('dot', dot && pair(dot.x, dot.y));
  }
  optionValues(one, values);
};

const labelOf = (field: string): Phrase => (designWords as Record<string, Phrase>)[field] ?? designWords.other;

/** The fields of a component as a person reads them; pictures are placeholders. */
function valuesOf(one: FlatComponent): Values {
  const values: Values = new Map();
  specialValues(one, values);
  for (const [field, value] of Object.entries(one.component))
    if (!whole.has(field)) values.set(field, { label: labelOf(field), value });
  return values;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function componentChanges(was: FlatComponent, is: FlatComponent): DesignChange[] {
  const [before, after] = [valuesOf(was), valuesOf(is)];
  const title = componentTitle(is);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): DesignChange[] => {
    const [from, to] = [before.get(field)?.value ?? null, after.get(field)?.value ?? null];
    if (same(from, to)) return [];
    const { label } = (after.get(field) ?? before.get(field))!;
    const words = fill(designWords.componentField, { component: title, field: label });
    return [{ key: `${is.component.id}.${field}`, field: words, from, to }];
  });
}

const wholeChange = (one: FlatComponent, added: boolean): DesignChange => {
  const title = componentTitle(one);
  const [from, to] = added ? [null, designWords.added] : [designWords.there, designWords.removed];
  return { key: one.component.id, field: title, from, to };
};

const ownValues = ({ duration_ms, background, medium }: Studio): [keyof typeof designWords, unknown][] => [
  ['duration_ms', duration_ms],
  ['backdrop', background],
  ['fit', medium.fit],
  ['focus', pair(medium.x, medium.y)],
  ['zoom', medium.zoom],
  ['mediumAlt', medium.alt || null],
];

/**
 * What differs between two designs of a story, in real values: the story's own fields first, then each component in the
 * order of the later design, then what was removed.
 */
export function designChanges(before: Studio | null, after: Studio | null): DesignChange[] {
  const [was, is] = [before ? flatten(before) : [], after ? flatten(after) : []];
  const earlier = new Map(was.map((one) => [one.component.id, one]));
  const present = new Set(is.map((one) => one.component.id));
  // What has no design is shown as by a blank one.
  const former = ownValues(before ?? blankDesign());
  const own = ownValues(after ?? blankDesign()).flatMap(([field, to], at): DesignChange[] => {
    const from = former[at]![1];
    if (same(from, to)) return [];
    return [{ key: `design.${field}`, field: designWords[field] as Phrase, from, to }];
  });
  const components = is.flatMap((one) => {
    const old = earlier.get(one.component.id);
    return old && old.kind === one.kind ? componentChanges(old, one) : [wholeChange(one, true)];
  });
  const removed = was.filter(
    (one) =>
      !present.has(one.component.id) ||
      !is.some((other) => other.component.id === one.component.id && other.kind === one.kind),
  );
  return [...own, ...components, ...removed.map((one) => wholeChange(one, false))];
}

/** A story's conditions in words, one line a rule; `titleOf` names the stories and answers. */
export function conditionLines(
  conditions: StoryConditions | null,
  studio: Studio | null,
  storyTitle: (id: string) => PhraseValue,
): Phrase[] {
  if (!conditions) return [];
  const all = new Map((studio ? flatten(studio) : []).map((one) => [one.component.id, one]));
  const goal = (to: string): PhraseValue => (to === 'end' ? designWords.theEnd : storyTitle(to));
  const answer = (one: FlatComponent | undefined, value: string): PhraseValue => {
    if (one?.kind !== 'quiz' && one?.kind !== 'poll') return value;
    return optionTitle(value, one.component.options[optionLetters.indexOf(value as 'A')]?.text ?? '');
  };
  const rules = conditions.rules.map(({ component_id, values, to }) => {
    const one = all.get(component_id);
    const [first, ...others] = values.map((value) => answer(one, value));
    const answers = others.reduce<PhraseValue>((list, next) => fill(designWords.orAnswer, { list, next }), first!);
    return fill(designWords.rule, { component: one ? componentTitle(one) : designWords.other, answers, to: goal(to) });
  });
  return conditions.next === null ? rules : [...rules, fill(designWords.otherwise, { to: goal(conditions.next) })];
}
