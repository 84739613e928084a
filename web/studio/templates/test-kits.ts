import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { fontNames } from '#contracts/studio/fonts.ts';
import { pick, type Random } from '#ops/testing/random.ts';

const logo = { light: '/media/light.png', dark: '/media/dark.png' };
const colors = (...values: string[]): BrandKit['colors'] => values.map((value) => ({ name: `Color ${value}`, value }));

const button: NonNullable<BrandKit['button']> = {
  text_color: '#ffffff',
  text_font: 'inter',
  text_weight: 700,
  text_align: 'center',
  background: '#17352a',
  radius: 28,
  text_size: 2,
};
const card: NonNullable<BrandKit['card']> = {
  text_color: '#17352a',
  text_font: 'inter',
  text_weight: 400,
  text_align: 'center',
  background: '#efe3d0',
  radius: 16,
  font_size: 16,
  option_color: '#ffffff',
  accent_color: '#d9532c',
};

/** Kits that differ in all: colors of the woods, black and white alone, pastels, neon on black, and one gray that nothing is read on. */
export const differentKits: Readonly<Record<string, BrandKit>> = {
  woods: {
    colors: colors('#17352a', '#d9532c', '#f0b429', '#efe3d0'),
    fonts: ['space-grotesk', 'inter'],
    logo,
    button,
    card,
  },
  plain: { colors: colors('#000000', '#ffffff'), fonts: ['heebo'], logo, button: null, card: null },
  pastel: {
    colors: colors('#ffd9e8', '#cfe8ff', '#fff3bf', '#d8f5dd', '#e6dbff'),
    fonts: ['playfair-display', 'lora'],
    logo: { ...logo, dark: null },
    button: { ...button, background: '#ffd9e8', text_color: '#ffffff', radius: 0 },
    card: { ...card, background: '#cfe8ff', text_color: '#ffffff', option_color: '#e6dbff', accent_color: '#fff3bf' },
  },
  neon: {
    colors: colors('#39ff14', '#ff00e5', '#00f0ff', '#0a0a0a'),
    fonts: ['oswald', 'caveat'],
    logo: { light: null, dark: null },
    button: { ...button, background: '#39ff14', text_color: '#ff00e5' },
    card: { ...card, background: '#0a0a0a', text_color: '#39ff14', option_color: '#ff00e5', accent_color: '#00f0ff' },
  },
  gray: {
    colors: colors('#808080'),
    fonts: ['caveat'],
    logo,
    button: { ...button, background: null, text_color: '#808080' },
    card: { ...card, background: '#80808080', text_color: '#808080', option_color: '#808080', accent_color: '#7f7f7f' },
  },
};

const anyColor = (random: Random): string => {
  const digits = Math.floor(random() * 2 ** 24).toString(16);
  return `#${digits.padStart(6, '0')}${random() < 0.15 ? '80' : ''}`;
};

/** Any kit that the schema takes. */
export function randomKit(random: Random): BrandKit {
  const some = <T>(value: T): T | null => (random() < 0.6 ? value : null);
  const color = () => anyColor(random);
  return {
    colors: colors(...Array.from({ length: Math.floor(random() * 13) }, color)),
    fonts: [...new Set(Array.from({ length: Math.floor(random() * 3) }, () => pick(random, fontNames)))],
    logo: { light: some(logo.light), dark: some(logo.dark) },
    button: some({ ...button, text_color: color(), background: some(color()), radius: Math.floor(random() * 40) }),
    card: some({
      ...card,
      text_color: color(),
      background: some(color()),
      option_color: color(),
      accent_color: color(),
      text_weight: pick(random, [400, 700] as const),
      radius: Math.floor(random() * 40),
    }),
  };
}
