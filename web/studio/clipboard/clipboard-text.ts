import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type ComponentKind, componentKinds } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { layersOf } from '../edits/components.ts';
import { newComponentId } from '../edits/copies.ts';
import type { KindComponent, RoomReason } from '../edits/room.ts';
import { readComponent } from './read-fields.ts';

/** The version of what is put on the clipboard. */
const clipboardVersion = 1;

/** What is longer, in characters, is not looked at. */
export const longestPaste = 256 * 1024;

/** The components of some ids as the text that lies on the clipboard of somebody of an account, the lowest first. */
export function clipboardText(design: Studio, ids: Iterable<string>, account: string): string {
  const wanted = new Set(ids);
  const components = layersOf(design)
    .filter(({ component }) => wanted.has(component.id))
    .reverse()
    .map(({ kind, component }) => ({ kind, component }));
  return JSON.stringify({ storyrail: clipboardVersion, kind: 'components', account, components });
}

/** Something that was not pasted: what it is, as far as that can be told, and why. */
export interface LeftOut {
  kind: ComponentKind | null;
  /** What it says of itself; '' where that is not known. */
  says: string;
  why: RoomReason | 'unreadable' | 'picture';
}

/** What a text on the clipboard is: components with new ids and what was left out of them, plain words, or nothing that can be pasted. */
export type Pasted =
  | { is: 'components'; components: KindComponent[]; leftOut: LeftOut[] }
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

function readList(list: readonly unknown[], isOurPicture: (address: string) => boolean): Pasted {
  const components: KindComponent[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of list) {
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
    components.push({ kind, component: whole as unknown as FlatComponent['component'] });
  }
  return { is: 'components', components, leftOut };
}

/** What is known where something is pasted. */
export interface PastePlace {
  account: string;
  /** Whether a picture's address is known to be one of the account. */
  isOurPicture: (address: string) => boolean;
}

/**
 * Reads what was pasted. Components come from anywhere: what is no component is left out, and so are pictures that were not
 * copied in the account and of which `isOurPicture` does not know the address. It never throws.
 */
export function readClipboard(text: string, { account, isOurPicture }: PastePlace): Pasted {
  if (text.length > longestPaste) return { is: 'refused', why: 'tooLarge' };
  if (!/^\s*\{\s*"storyrail"/.test(text)) return { is: 'text', text };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { is: 'refused', why: 'broken' };
  }
  const { storyrail, kind, account: from, components } = record(given) ?? {};
  if (storyrail !== clipboardVersion) return { is: 'refused', why: 'version' };
  if (kind !== 'components' || !Array.isArray(components)) return { is: 'refused', why: 'broken' };
  return readList(components, (address) => from === account || isOurPicture(address));
}
