import type { FlatComponent } from '../flat.ts';
import { textSizes } from '../fonts.ts';
import { type Box, componentParts } from '../geometry.ts';
import { contrastOf, laidOver, leastContrast, leastOfLarge, luminanceOf, type Rgb, rgbOf } from './contrast.ts';

/** Words of a component. */
export interface Written {
  /** Where they stand in the component's box. */
  box: Box;
  color: string;
  /** The colors that the component itself lays below them, the lowest first. */
  grounds: readonly string[];
  /** The least contrast that they are read with. */
  needs: number;
}

/** The contrast of words over a color behind their component. */
export function contrastOver({ color, grounds }: Pick<Written, 'color' | 'grounds'>, behind: Rgb): number {
  const ground = grounds.reduce((below, over) => laidOver(over, below), behind);
  return contrastOf(laidOver(color, ground), ground);
}

const needsOf = (fontSize: number, bold: boolean): number =>
  fontSize >= 24 || (bold && fontSize >= 18.66) ? leastOfLarge : leastContrast;

/** The width of a rather wide letter, and the room at both sides of a text, in sizes of its font. */
const [wideLetter, sideRoom] = [0.6, 0.25] as const;

/** The part of a text's box in which its words stand: its lines, in the middle, at the side to which they are aligned. */
function linesBox({ component }: Extract<FlatComponent, { kind: 'text' }>): Box {
  const { size, font_size, text, text_align } = component;
  const side = Math.min(font_size * sideRoom, size.width / 4);
  const room = size.width - 2 * side;
  const widths = text.split('\n').map((line) => Math.max(1, [...line].length) * font_size * wideLetter);
  const lines = widths.reduce((sum, width) => sum + Math.ceil(width / room), 0);
  const height = Math.min(size.height, lines * font_size * 1.25);
  const width = Math.min(room, Math.max(...widths));
  const x = text_align === 'start' ? side : text_align === 'end' ? side + room - width : (size.width - width) / 2;
  return { x, y: (size.height - height) / 2, width, height };
}

/** What the figures of a countdown are written in over a color, as they are drawn: nearly black, or white. */
const figuresOn = (color: string): string => (luminanceOf(rgbOf(color)) > 0.179 ? '#17162b' : '#ffffff');

/** What a poll's bar adds to its option: its color at about a quarter. */
const barOf = (color: string): string => `${color.slice(0, 7)}42`;

const whole = ({ size }: FlatComponent['component']): Box => ({ x: 0, y: 0, ...size });

/** The words of a card by its parts: its title or question, its options, what is told in its foot. */
function writtenOnCard(one: FlatComponent): Written[] {
  const { component } = one;
  if (!('font_size' in component) || !('accent_color' in component)) return [];
  const { background, text_color: color, font_size, text_weight, option_color, accent_color } = component;
  const grounds = background === null ? [] : [background];
  const { head, targets, cells, foot } = componentParts(one);
  const write = (box: Box, size: number, bold: boolean, ...over: string[]): Written => ({
    box,
    color,
    grounds: [...grounds, ...over],
    needs: needsOf(size, bold),
  });
  const all: Written[] = head ? [write(head, font_size, true)] : [];
  if (foot) all.push(write(foot, font_size * 0.75, text_weight === 700));
  switch (one.kind) {
    case 'quiz':
      for (const box of targets) all.push(write(box, Math.min(font_size, box.height * 0.6), false, option_color));
      break;
    case 'poll':
      targets.forEach((box, at) => {
        const bar = barOf(one.component.options[at]!.color ?? accent_color);
        const size = Math.min(font_size, box.height * 0.6);
        all.push(write(box, size, false, option_color), write(box, size, false, option_color, bar));
      });
      break;
    case 'countdown':
      for (const box of cells) {
        const ink = figuresOn(accent_color);
        all.push({ box, color: ink, grounds: [...grounds, accent_color], needs: leastContrast });
      }
      for (const box of targets) all.push(write(box, font_size * 0.875, true, option_color));
      break;
    case 'reaction':
      if (one.component.show_results) for (const box of targets) all.push(write(box, 11, true));
      break;
    case 'product_tag':
      all.push(write(whole(component), font_size, text_weight === 700));
      break;
  }
  return all;
}

/** All words of a component, with the colors that they are read against; without words, none. */
export function writtenOn(one: FlatComponent): Written[] {
  if (one.kind === 'image') return [];
  if (one.kind !== 'text' && one.kind !== 'cta') return writtenOnCard(one);
  const { text_color: color, background, text_weight } = one.component;
  const grounds = background === null ? [] : [background];
  const write = (words: string, box: Box, size: number): Written[] =>
    words.trim() === '' ? [] : [{ box, color, grounds, needs: needsOf(size, text_weight === 700) }];
  return one.kind === 'cta'
    ? write(one.component.button_text, whole(one.component), textSizes[one.component.text_size - 1]!)
    : write(one.component.text, linesBox(one), one.component.font_size);
}
