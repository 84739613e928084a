import type { FlatComponent } from '#contracts/studio/flat.ts';

/** The fields of looks that are colors, and what they are called in the sheet. */
const colors = {
  text_color: '--text',
  background: '--ground',
  option_color: '--option',
  accent_color: '--accent',
  right_color: '--right',
  wrong_color: '--wrong',
  icon_color: '--icon',
};

/** White or nearly black, whichever is read better on a color. */
export function inkOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // From here on black has more contrast than white.
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#17162b' : '#ffffff';
}

/** Gives the box of a component its looks, as properties that the sheet uses. */
export function dress(
  { style }: HTMLElement,
  component: FlatComponent['component'],
  family: string,
  size: number,
): void {
  const looks = component as Record<string, unknown>;
  for (const [field, name] of Object.entries(colors)) style.setProperty(name, String(looks[field] ?? 'transparent'));
  if (typeof looks.accent_color === 'string') style.setProperty('--on-accent', inkOn(looks.accent_color));
  style.setProperty('--align', String(looks.text_align ?? 'center'));
  style.setProperty('--radius', `${looks.radius ?? 0}px`);
  style.setProperty('--size', `${size}px`);
  style.setProperty('--weight', String(looks.text_weight ?? 400));
  style.fontFamily = family;
}
