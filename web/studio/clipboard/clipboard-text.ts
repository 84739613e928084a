import type { ConditionRule } from '#contracts/studio/conditions.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type ComponentKind, componentKinds } from '#contracts/studio/kinds.ts';
import { layersOf } from '../edits/components.ts';
import { newComponentId } from '../edits/copies.ts';
import type { KindComponent, RoomReason } from '../edits/room.ts';
import type { StoryContent } from '../state/story-content.ts';
import { readComponent } from './read-fields.ts';
import { readRules } from './read-rules.ts';

/** The version of what is put on the clipboard. */
const clipboardVersion = 1;

/** What is longer, in characters, is not looked at. */
export const longestPaste = 256 * 1024;

/** The components of some ids, with the rules that ask them, as the text that somebody of an account has on the clipboard; the lowest first. */
export function clipboardText(
  { studio, conditions }: Pick<StoryContent, 'studio' | 'conditions'>,
  ids: Iterable<string>,
  account: string,
): string {
  const wanted = new Set(ids);
  const rules = (conditions?.rules ?? []).filter(({ component_id }) => wanted.has(component_id));
  const components = layersOf(studio)
    .filter(({ component }) => wanted.has(component.id))
    .reverse()
    .map(({ kind, component }) => ({ kind, component }));
  return JSON.stringify({ storyrail: clipboardVersion, kind: 'components', account, components, rules });
}

/** Something that was not pasted: what it is, as far as that can be told, and why. */
export interface LeftOut {
  kind: ComponentKind | null;
  /** What it says of itself; '' where that is not known. */
  says: string;
  why: RoomReason | 'unreadable' | 'picture' | 'goals' | 'rules';
}

/** What a text on the clipboard is: components with new ids, their rules and what was left out of them, plain words, or nothing that can be pasted. */
export type Pasted =
  | { is: 'components'; components: KindComponent[]; rules: ConditionRule[]; leftOut: LeftOut[] }
  | { is: 'text'; text: string }
  | { is: 'refused'; why: 'tooLarge' | 'broken' | 'version' };

const isKind = (value: unknown): value is ComponentKind => componentKinds.includes(value as ComponentKind);

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

const saysOf = (value: unknown): string => {
  const fields = record(value) ?? {};
  const [says] = ['name', 'question', 'title', 'text', 'button_text', 'alt']
    .map((name) => (Object.hasOwn(fields, name) ? fields[name] : ''))
    .filter((words): words is string => typeof words === 'string' && words.trim() !== '');
  return says?.slice(0, 80) ?? '';
};

interface Given {
  components: readonly unknown[];
  rules: unknown;
}

function readList(given: Given, { isOurPicture, mayLeadTo }: Omit<PastePlace, 'account'>): Pasted {
  const components: KindComponent[] = [];
  const copies = new Map<string, KindComponent>();
  const leftOut: LeftOut[] = [];
  for (const entry of given.components) {
    const { kind, component } = record(entry) ?? {};
    const says = saysOf(component);
    const read = isKind(kind) ? readComponent(kind, component, newComponentId()) : null;
    if (!isKind(kind) || !read) {
      leftOut.push({ kind: isKind(kind) ? kind : null, says, why: 'unreadable' });
      continue;
    }
    const isForeign = typeof read.media === 'string' && !isOurPicture(read.media);
    if (isForeign) leftOut.push({ kind, says, why: 'picture' });
    // A product can be shown without its picture, an image cannot.
    if (isForeign && kind === 'image') continue;
    const whole = { ...read, locked: false, ...(isForeign && { media: null }) };
    const copy: KindComponent = { kind, component: whole as unknown as FlatComponent['component'] };
    components.push(copy);
    const before = record(component)?.id;
    if (typeof before === 'string') copies.set(before, copy);
  }
  const { rules, without } = readRules(given.rules, copies, mayLeadTo);
  for (const { kind, component } of without) leftOut.push({ kind, says: saysOf(component), why: 'goals' });
  return { is: 'components', components, rules, leftOut };
}

/** What is known where something is pasted. */
export interface PastePlace {
  /** The account that works here: pictures that were copied in it are its own. */
  account: string;
  /** Whether a picture's address is known to be one of the account. */
  isOurPicture: (address: string) => boolean;
  /** Whether answers of the story that is open may lead to there: 'end', or a later story of its group. */
  mayLeadTo: (goal: string) => boolean;
}

/**
 * Reads what was pasted. Components come from anywhere: what is no component is left out, and so are pictures that were not
 * copied in the account and of which `isOurPicture` does not know the address, and rules that lead elsewhere. It never throws.
 */
export function readClipboard(text: string, { account, isOurPicture, mayLeadTo }: PastePlace): Pasted {
  if (text.length > longestPaste) return { is: 'refused', why: 'tooLarge' };
  if (!/^\s*\{\s*"storyrail"/.test(text)) return { is: 'text', text };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { is: 'refused', why: 'broken' };
  }
  const { storyrail, kind, account: from, components, rules } = record(given) ?? {};
  if (storyrail !== clipboardVersion) return { is: 'refused', why: 'version' };
  if (kind !== 'components' || !Array.isArray(components)) return { is: 'refused', why: 'broken' };
  return readList(
    { components, rules },
    { isOurPicture: (address) => from === account || isOurPicture(address), mayLeadTo },
  );
}
