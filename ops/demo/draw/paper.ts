import { type Canvas, circle, rect, shape, stroke, transformed } from './canvas.ts';
import type { SceneName } from './scenes.ts';
import { line } from './type.ts';

/** The sections of the paper with their colours: deep, light. */
export const sections = {
  World: ['#16324f', '#e8806a'],
  Politics: ['#3b1f4b', '#e7a977'],
  Business: ['#0f3d3e', '#e2c275'],
  Sport: ['#12355b', '#58c4a7'],
  Weather: ['#1d4e89', '#9fd3f0'],
  Culture: ['#4a1942', '#f08a8d'],
  Science: ['#1b2a5b', '#7a8ff0'],
  Climate: ['#1f4a3d', '#f2d388'],
  Travel: ['#14506b', '#ffc48a'],
  City: ['#2b2d5b', '#f09f7a'],
  Opinion: ['#3a2a22', '#e8cfae'],
  Briefing: ['#1a1d24', '#d7263d'],
} as const;
export type Section = keyof typeof sections;

/** What a sky can be. */
export type Weather = 'sun' | 'cloud' | 'rain' | 'snow' | 'storm';

/** What one picture of the paper shows. */
export type NewsPicture =
  | { kind: 'headline'; section: Section; scene: SceneName; title: string; words: string; live?: boolean }
  | {
      kind: 'score';
      league: string;
      home: readonly [string, string, number];
      away: readonly [string, string, number];
      minute: string;
      lines: readonly string[];
    }
  | {
      kind: 'weather';
      place: string;
      now: number;
      sky: Weather;
      words: string;
      days: readonly (readonly [string, Weather, number, number])[];
    }
  | {
      kind: 'market';
      name: string;
      value: string;
      change: string;
      up: boolean;
      curve: readonly number[];
      words: string;
    }
  | { kind: 'quote'; section: Section; quote: string; by: string; role: string }
  | {
      kind: 'number';
      section: Section;
      figure: string;
      unit: string;
      words: string;
      parts: readonly (readonly [string, number])[];
    }
  | { kind: 'list'; section: Section; title: string; items: readonly string[] };

/** The colours of the paper itself, and of its accents. */
export const paper = '#faf6ee';
export const red = '#d7263d';

/** The name of the paper and of the section, at the top of every picture. */
export const masthead = (canvas: Canvas, colour: string, section: string): void => {
  canvas.add(
    line('The Meridian', { x: 70, y: 256, size: 66, face: 'serif', fill: colour }),
    rect(70, 286, 940, 3, `${colour}80`),
    line(section.toUpperCase(), { x: 1010, y: 250, size: 32, fill: colour, align: 'end', track: 110 }),
  );
};

const sun =
  circle(0, 0, 90, '#ffd166') +
  Array.from({ length: 8 }, (_, at) => transformed(rect(-10, -150, 20, 42, '#ffd166', 10), 0, 0, 1, at * 45)).join('');
const cloud = (colour: string) =>
  shape('M-150 80C-230 80 -230 -30 -140 -30C-130 -130 30 -140 60 -50C160 -70 190 80 90 80Z', colour);
const drops = (colour: string) => [-90, -10, 70].map((x) => stroke(`M${x} 110L${x - 26} 170`, colour, 18)).join('');
/** The signs of the weather. */
export const skies: Record<Weather, string> = {
  sun,
  cloud: transformed(sun, 70, -50, 0.7) + cloud('#ffffff'),
  rain: cloud('#dbe7f2') + drops('#5bb8ff'),
  snow: cloud('#ffffff') + [-90, -10, 70].map((x) => circle(x, 140, 16, '#ffffff')).join(''),
  storm: cloud('#8d9db5') + shape('M10 70L-60 190H-10L-40 290L70 150H20L50 70Z', '#ffd166'),
};
