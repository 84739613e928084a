/** A color by hue (0–360), saturation, brightness and opacity (each 0–1). */
export interface Hsva {
  hue: number;
  saturation: number;
  value: number;
  alpha: number;
}

/** The parts of a color `#rrggbb` or `#rrggbbaa`: 0–255, the opacity 0–1. */
export function readColor(color: string): [red: number, green: number, blue: number, alpha: number] {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), color.length === 9 ? part(7) / 255 : 1];
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/** A color as designs write it: lower case, without an opacity where it is whole. */
export const writeColor = (red: number, green: number, blue: number, alpha = 1): string =>
  `#${hex(red)}${hex(green)}${hex(blue)}${alpha >= 1 ? '' : hex(alpha * 255)}`;

export function hsvaOf(color: string): Hsva {
  const [red, green, blue, alpha] = readColor(color);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const turn =
    range === 0
      ? 0
      : most === red
        ? ((green - blue) / range + 6) % 6
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  return { hue: turn * 60, saturation: most === 0 ? 0 : range / most, value: most / 255, alpha };
}

export function colorOf({ hue, saturation, value, alpha }: Hsva): string {
  const part = (shift: number): number => {
    const turn = (shift + hue / 60) % 6;
    return 255 * value * (1 - saturation * Math.max(0, Math.min(turn, 4 - turn, 1)));
  };
  return writeColor(part(5), part(3), part(1), alpha);
}

/** What a person typed as a color: `#5b3df5`, `5B3DF5`, `#53f`, with an opacity where that is allowed; null where it is none. */
export function readHex(text: string, withAlpha: boolean): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim().slice(0, 20))?.[1]?.toLowerCase();
  if (!digits || (digits.length === 8 && !withAlpha)) return null;
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${whole.length === 8 && whole.endsWith('ff') ? whole.slice(0, 6) : whole}`;
}
