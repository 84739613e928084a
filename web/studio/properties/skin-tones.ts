import { isEmoji } from '#contracts/studio/emoji.ts';

/** The tones of skin that Unicode has, from light to dark; 'none' is the yellow of emoji. */
export const skinTones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export type SkinTone = (typeof skinTones)[number];

const modifiers: Readonly<Record<SkinTone, string>> = {
  none: '',
  light: '\u{1f3fb}',
  'medium-light': '\u{1f3fc}',
  medium: '\u{1f3fd}',
  'medium-dark': '\u{1f3fe}',
  dark: '\u{1f3ff}',
};

const joiner = '\u200d';
const withSkin = /\p{Emoji_Modifier_Base}/u;

const toned = (part: string, modifier: string): string =>
  // What has a tone needs no sign that it is drawn in color.
  withSkin.test(part)
    ? part.replace(/^(\P{Emoji_Modifier}\ufe0f?)/u, (base) => base.replace('\ufe0f', '') + modifier)
    : part;

/** An emoji in a tone of skin, as Unicode recommends to write it; itself where it has no skin, or none of that tone. */
export function withTone(emoji: string, tone: SkinTone): string {
  const parts = emoji.split(joiner);
  const modifier = modifiers[tone];
  if (modifier === '' || !parts.some((part) => withSkin.test(part))) return emoji;
  const all = parts.map((part) => toned(part, modifier));
  // Of people that are joined by a hand or a kiss, what lies between them stays as it is.
  const outer = parts.map((part, at) => (at === 0 || at === parts.length - 1 ? all[at]! : part));
  const first = parts.map((part, at) => (at === 0 ? all[at]! : part));
  return [all, outer, first].map((written) => written.join(joiner)).find(isEmoji) ?? emoji;
}

const key = 'storyrail.studio.skin-tone';

/** The tone that was chosen last in this browser. */
export function keptTone(): SkinTone {
  try {
    const kept = localStorage.getItem(key);
    return skinTones.find((tone) => tone === kept) ?? 'none';
  } catch {
    return 'none';
  }
}

/** Keeps a tone as the one chosen last. */
export function keepTone(tone: SkinTone): void {
  try {
    localStorage.setItem(key, tone);
  } catch {
    // A browser that keeps nothing begins with none.
  }
}
