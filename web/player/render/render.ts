import { drawingOrder, type FlatComponent, flatten, readingOrder, sameBut } from '#contracts/studio/flat.ts';
import { type ComponentKind, canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { el } from '../dom.ts';
import type { RenderWords } from '../words.ts';
import { drawChoice } from './choice.ts';
import { drawCountdown } from './countdown.ts';
import { fontStack } from './font-stack.ts';
import type { Drawn, Kit } from './kit.ts';
import { dress } from './looks.ts';
import { createBottom } from './medium.ts';
import { drawCta, drawImage, drawText, sizeOfCta } from './plain.ts';
import { drawProductTag } from './product-tag.ts';
import { drawRating } from './rating.ts';
import { drawReaction } from './reaction.ts';
import { renderSheet } from './sheet.ts';
import type { ComponentState, RenderActions, RenderState } from './state.ts';

/** What a design is drawn with. Without `act` nothing on it can be reached; `now` is unix ms, for countdowns. */
export interface RenderOptions {
  words: RenderWords;
  rtl: boolean;
  act?: RenderActions;
  now?: () => number;
}

/** A design on the page. */
export interface Render {
  /** What lies over the host; it takes no taps but those of components. */
  element: HTMLElement;
  /** Draws a design and its states, in place: a component whose id stays keeps its nodes. */
  update(studio: Studio, state?: RenderState): void;
  /** Shows what is there at a time of the story, in ms, and lets countdowns go on; null shows all. */
  at(ms: number | null): void;
  /** The components that are shown now. */
  shown(): FlatComponent[];
  /** The link of the swipe, where one is shown that leads somewhere. */
  swipe(): HTMLAnchorElement | null;
  /** Takes everything away that was put on the page, and gives the medium back. */
  dispose(): void;
}

const makers = {
  cta: drawCta,
  image: drawImage,
  text: drawText,
  reaction: drawReaction,
  quiz: drawChoice,
  poll: drawChoice,
  rating: drawRating,
  countdown: drawCountdown,
  product_tag: drawProductTag,
} as const satisfies Record<ComponentKind, unknown>;

const noActions: RenderActions = { answer() {}, toggle() {}, open() {} };
const noState: ComponentState = {};

interface Shown {
  one: FlatComponent;
  /** What it was drawn as; a state that a viewer changed is drawn anew each time. */
  as: FlatComponent['component'] | null;
  nodes: HTMLElement[];
  drawn: Drawn<FlatComponent>;
}

const sizeOf = (one: FlatComponent): number =>
  one.kind === 'cta' ? sizeOfCta(one) : 'font_size' in one.component ? one.component.font_size : 0;

/** What changes where a component is drawn, and nothing of how. */
const moves = ['position', 'rotation'];

function place(wrap: HTMLElement, { component: { position, rotation } }: FlatComponent): void {
  wrap.style.transform = `translate(${position.x}px,${position.y}px) rotate(${rotation}deg)`;
}

function shape(wrap: HTMLElement, one: FlatComponent): void {
  const { size } = one.component;
  wrap.style.width = `${size.width}px`;
  wrap.style.height = `${size.height}px`;
  dress(wrap, one.component, 'text_font' in one.component ? fontStack(one.component.text_font) : '', sizeOf(one));
}

/**
 * Draws designs on the largest 9:16 rectangle of a host, which has a size and a position of its own. It makes plain nodes
 * in a shadow tree, so that a page's rules do not reach them; it asks the network for nothing but the pictures of designs.
 */
export function createRender(host: HTMLElement, { words, rtl, act, now = Date.now }: RenderOptions): Render {
  const bottom = createBottom();
  const parts = el('div', { class: 'parts' });
  const board = el('div', { class: 'canvas', dir: rtl ? 'rtl' : 'ltr', lang: words.locale }, bottom.element, parts);
  board.inert = !act;
  const element = el('div', { class: 'design' });
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [renderSheet()];
  root.append(board);
  host.append(element);

  const all = new Map<string, Shown>();
  let time: number | null = null;

  const fit = () => {
    const scale = Math.min(element.clientWidth / canvas.width, element.clientHeight / canvas.height);
    board.style.transform = `scale(${scale})`;
  };
  const resized = new ResizeObserver(fit);
  resized.observe(element);
  fit();

  const isShown = ({ one: { component } }: Shown): boolean =>
    time === null || (component.start_time <= time && (component.end_time === null || time < component.end_time));

  function make(one: FlatComponent): Shown {
    const wrap = el('div', { class: `part ${one.kind}` });
    const nodes: HTMLElement[] = [wrap];
    const kit: Kit = { words, act: act ?? noActions, now, wrap, beside: (node) => nodes.push(node) };
    return { one, as: null, nodes, drawn: makers[one.kind](kit) as Drawn<FlatComponent> };
  }

  function showNow(): void {
    for (const shown of all.values()) {
      const on = isShown(shown);
      shown.nodes[0]!.classList.toggle('away', !on);
      for (const node of shown.nodes.slice(1)) node.classList.toggle('away', !on);
      if (on) shown.drawn.tick?.();
    }
  }

  /** Brings the nodes into the order in which they are read; what stays in its place is not touched, and keeps its focus. */
  function arrange(order: readonly FlatComponent[]): void {
    let next = parts.firstChild;
    for (const node of order.flatMap(({ component }) => all.get(component.id)!.nodes)) {
      if (node === next) next = node.nextSibling;
      else parts.insertBefore(node, next);
    }
  }

  return {
    element,
    update(studio, { components, medium = null } = {}) {
      const flat = flatten(studio).filter(({ component }) => !component.hidden);
      const kinds = new Map(flat.map(({ component, kind }) => [component.id, kind]));
      for (const [id, { one, nodes }] of all)
        if (kinds.get(id) !== one.kind) {
          for (const node of nodes) node.remove();
          all.delete(id);
        }
      board.style.backgroundColor = studio.background ?? '#000';
      bottom.draw(studio.medium, medium);
      drawingOrder(flat).forEach((one, height) => {
        const { id } = one.component;
        const shown = all.get(id) ?? make(one);
        all.set(id, shown);
        shown.one = one;
        for (const node of shown.nodes) node.style.zIndex = String(height);
        const state = components?.get(id);
        if (!state && shown.as === one.component) return;
        const isOnlyMoved = !state && shown.as !== null && sameBut(shown.as, one.component, moves);
        shown.as = state ? null : one.component;
        place(shown.nodes[0]!, one);
        if (isOnlyMoved) return;
        shape(shown.nodes[0]!, one);
        shown.drawn.draw(one, state ?? noState);
      });
      // What nobody can reach is read by nobody either: a component that is dragged past others keeps its nodes where they are.
      arrange(act ? readingOrder(flat, rtl) : flat);
      showNow();
    },
    at(ms) {
      time = ms;
      showNow();
    },
    shown: () => [...all.values()].filter(isShown).map(({ one }) => one),
    swipe: () => root.querySelector('.part:not(.away) > a.swipe[href]'),
    dispose() {
      resized.disconnect();
      bottom.drop();
      all.clear();
      element.remove();
    },
  };
}
