import type { Box } from '#contracts/studio/geometry.ts';
import { safeAddress, storyLink } from '../link.ts';
import type { RenderWords } from '../words.ts';
import type { ComponentState, RenderActions } from './state.ts';

/** What a kind is drawn with; `wrap` is the component's own box, `beside` takes what lies outside of it. */
export interface Kit {
  words: RenderWords;
  act: RenderActions;
  now(): number;
  wrap: HTMLElement;
  beside(node: HTMLElement): void;
}

/** A component on the canvas: `draw` brings it up to date in place, `tick` each moment that it is shown. */
export interface Drawn<One> {
  draw(one: One, state: ComponentState): void;
  tick?(): void;
}

/** Lays a part of a component into its box. */
export function put(node: HTMLElement, { x, y, width, height }: Box): void {
  const { style } = node;
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** Shows a text in its box, cut after as many lines as there is room for; without a box or a text it is hidden. */
export function write(node: HTMLElement, text: string, box: Box | null, fontSize: number): void {
  node.hidden = !box || text === '';
  if (!box) return;
  put(node, box);
  node.style.setProperty('--lines', String(Math.max(1, Math.round(box.height / (fontSize * 1.25)))));
  if (node.textContent !== text) node.textContent = text;
}

/** Sets attributes; null takes one away. */
export function mark(node: Element, attributes: Record<string, string | boolean | null>): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, String(value));
}

/** Keeps as many of a list's nodes as are needed, and makes those that are missing. */
export function atLeast<One extends { node: HTMLElement }>(
  list: One[],
  count: number,
  make: (at: number) => One,
): One[] {
  for (const { node } of list.splice(count)) node.remove();
  while (list.length < count) list.push(make(list.length));
  return list;
}

/** The words as they are read out together, without those that are missing. */
export const readTogether = (...words: (string | false | undefined)[]): string => words.filter(Boolean).join(', ');

/** Fills in the places of a sentence. */
export const filled = (sentence: string, ...values: (string | number)[]): string =>
  values.reduce<string>((text, value, at) => text.replace(`{${at}}`, String(value)), sentence);

/** Gives a link its address, none where there is no safe one, and answers its name: the words and where it opens. */
export function lead(link: HTMLAnchorElement, to: { outlink: string; deep_link: string }, words: RenderWords): string {
  const target = storyLink(to);
  mark(link, {
    href: target?.url ?? null,
    target: target?.newTab ? '_blank' : null,
    rel: target ? 'noopener' : null,
  });
  return target?.newTab ? words.newTab : '';
}

/** Shows a picture whose address is one of the web, relative to the page or not; any other is not asked for. */
export function showPicture(image: HTMLImageElement, address: string | null): void {
  let whole: string | null = null;
  try {
    whole = address && safeAddress(new URL(address, document.baseURI).href, true);
  } catch {
    // No address at all.
  }
  image.hidden = !whole;
  if (whole && image.src !== whole) image.src = whole;
}
