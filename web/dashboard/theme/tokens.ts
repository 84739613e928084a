/** The colours of one mode; every name is also a CSS variable (`text1` is `--text-1`). */
export interface ColorTokens {
  canvas: string;
  surface: string;
  sunken: string;
  hover: string;
  line: string;
  lineStrong: string;
  field: string;
  text1: string;
  text2: string;
  text3: string;
  primary: string;
  primaryFill: string;
  primaryHover: string;
  primarySoft: string;
  primaryText: string;
  primaryLine: string;
  onPrimary: string;
  cyan: string;
  cyanSoft: string;
  cyanText: string;
  amber: string;
  amberSoft: string;
  amberText: string;
  green: string;
  greenSoft: string;
  greenText: string;
  red: string;
  redSoft: string;
  redText: string;
  dangerFill: string;
  dangerHover: string;
  grid: string;
  previous: string;
  inverse: string;
  inverseLine: string;
  inverseText: string;
  inverseText2: string;
  inverseAccent: string;
  inverseGreen: string;
  inverseAmber: string;
  inverseRed: string;
  scrim: string;
  ringOff: string;
  focusHalo: string;
  segment: string;
  guide: string;
  shadowMenu: string;
  shadowDialog: string;
}

/** Colours of the light mode. */
export const light: ColorTokens = {
  canvas: '#F7F7FB',
  surface: '#FFFFFF',
  sunken: '#F1F1F7',
  hover: '#F6F5FB',
  line: '#E7E7F0',
  lineStrong: '#D8D8E4',
  field: '#8C8CA3',
  text1: '#17162B',
  text2: '#4E4D66',
  text3: '#6A6981',
  primary: '#5B3DF5',
  primaryFill: '#5B3DF5',
  primaryHover: '#4A2BE0',
  primarySoft: '#EFECFE',
  primaryText: '#4C2DE0',
  primaryLine: '#C9BEFC',
  onPrimary: '#FFFFFF',
  cyan: '#0E8FB3',
  cyanSoft: '#E3F5FA',
  cyanText: '#0B6A86',
  amber: '#D97706',
  amberSoft: '#FEF3DC',
  amberText: '#8A4B06',
  green: '#12805C',
  greenSoft: '#E5F5EE',
  greenText: '#0B6B4B',
  red: '#CF2A41',
  redSoft: '#FDECEE',
  redText: '#B31D34',
  dangerFill: '#CF2A41',
  dangerHover: '#B31D34',
  grid: '#EDEDF4',
  previous: '#8C8CA3',
  inverse: '#1B1A2C',
  inverseLine: 'transparent',
  inverseText: '#FFFFFF',
  inverseText2: '#B9B8CC',
  inverseAccent: '#B9ACFF',
  inverseGreen: '#5FDBAC',
  inverseAmber: '#F8C568',
  inverseRed: '#FF94A3',
  scrim: 'rgb(23 22 43 / 42%)',
  ringOff: '#C6C6D4',
  focusHalo: 'rgb(91 61 245 / 22%)',
  segment: '#FFFFFF',
  guide: '#F0447B',
  shadowMenu: '0 8px 24px -6px rgb(23 22 43 / 16%), 0 2px 6px -2px rgb(23 22 43 / 8%)',
  shadowDialog: '0 24px 64px -12px rgb(23 22 43 / 30%)',
};

/** Colours of the dark mode. */
export const dark: ColorTokens = {
  canvas: '#0F0E17',
  surface: '#171622',
  sunken: '#201F2D',
  hover: '#1E1D2A',
  line: '#2A2938',
  lineStrong: '#3A394B',
  field: '#747389',
  text1: '#F3F2FA',
  text2: '#BDBBD0',
  text3: '#9694AC',
  primary: '#9C8AFF',
  primaryFill: '#6549F5',
  primaryHover: '#7459FF',
  primarySoft: '#272148',
  primaryText: '#B9ACFF',
  primaryLine: '#4B3EA0',
  onPrimary: '#FFFFFF',
  cyan: '#35C3E6',
  cyanSoft: '#10313C',
  cyanText: '#6FD8F2',
  amber: '#F5A524',
  amberSoft: '#3A2A0E',
  amberText: '#F8C568',
  green: '#3FCB97',
  greenSoft: '#12332A',
  greenText: '#5FDBAC',
  red: '#F4687C',
  redSoft: '#3E1822',
  redText: '#FF94A3',
  dangerFill: '#CF2A41',
  dangerHover: '#B31D34',
  grid: '#242333',
  previous: '#747389',
  inverse: '#2C2B3D',
  inverseLine: '#3A394B',
  inverseText: '#FFFFFF',
  inverseText2: '#BDBBD0',
  inverseAccent: '#B9ACFF',
  inverseGreen: '#5FDBAC',
  inverseAmber: '#F8C568',
  inverseRed: '#FF94A3',
  scrim: 'rgb(5 4 12 / 62%)',
  ringOff: '#4C4B5E',
  focusHalo: 'rgb(156 138 255 / 22%)',
  segment: '#3A394B',
  guide: '#F0447B',
  shadowMenu: '0 8px 24px -6px rgb(0 0 0 / 60%)',
  shadowDialog: '0 0 0 1px #2A2938, 0 24px 64px -12px rgb(0 0 0 / 70%)',
};

/** The stops of the ring around an active cover, at 45 degrees. */
export const ring = { from: '#FFB020', middle: '#F0447B', to: '#6A45FF' } as const;

/** Distances in px. */
export const space = { xs: 4, s: 8, m: 12, l: 16, xl: 20, xxl: 24, xxxl: 32 } as const;

/** Corner radii in px. */
export const radius = { card: 12, dialog: 16, control: 8, checkbox: 4.5, pill: 999 } as const;

/** Durations in ms; all are zero under prefers-reduced-motion. */
export const motion = { hover: 150, menu: 180, drawer: 200 } as const;

/** Widths in px below which the layout changes. */
export const breakpoint = { phone: 720, panel: 900, content: 1440 } as const;

/** The type scale: size and line height in px, weight, tracking in em. */
export const type = {
  page: { size: 24, line: 32, weight: 600, tracking: -0.02 },
  section: { size: 20, line: 28, weight: 600, tracking: -0.02 },
  metric: { size: 26, line: 32, weight: 600, tracking: -0.022 },
  card: { size: 15, line: 20, weight: 600, tracking: -0.01 },
  body: { size: 14, line: 20, weight: 400, tracking: -0.006 },
  small: { size: 13, line: 20, weight: 400, tracking: -0.006 },
  caption: { size: 12, line: 16, weight: 500, tracking: 0 },
  axis: { size: 11, line: 16, weight: 500, tracking: 0 },
} as const;

/** The font of the product. */
export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The name of the CSS variable of a colour token. */
export function cssName(name: string): string {
  return `--${name
    .replace(/([A-Z])/g, '-$1')
    .replace(/(\d)/g, '-$1')
    .toLowerCase()}`;
}

/** Each colour as a reference to its CSS variable: follows the mode without a new render. */
export const color = Object.fromEntries(Object.keys(light).map((name) => [name, `var(${cssName(name)})`])) as Record<
  keyof ColorTokens,
  string
>;

function block(tokens: ColorTokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${cssName(name)}:${value}`)
    .join(';');
}

/** The style sheet that declares every colour variable for both modes, chosen by `data-theme` on the root element. */
export function tokenSheet(): string {
  return `:root{${block(light)};color-scheme:light}:root[data-theme='dark']{${block(dark)};color-scheme:dark}`;
}
