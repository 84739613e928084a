import { designLanguages } from '../design-words.ts';
import { renderWordsFor, wordsFor } from '../words.ts';
import { createRender, type Render } from './render.ts';
import type { RenderActions, RenderState } from './state.ts';

/** A state as it can be sent to a page: components by id, counts by answer, and the address of a medium. */
export interface SentState {
  components?: Record<string, { value?: string; final?: boolean; on?: boolean; counts?: Record<string, number> }>;
  medium?: string;
}

/** What the page of the tests lends them: a design on a host of 360 × 640, and what was done to it. */
export interface RenderPage {
  done: string[];
  render: Render;
  make(options: { locale: string; rtl: boolean; now: number; still: boolean }): void;
  draw(studio: Parameters<Render['update']>[0], sent: SentState): void;
}

const page: RenderPage = {
  done: [],
  render: undefined as unknown as Render,
  make({ locale, rtl, now, still }) {
    const act: RenderActions = {
      answer: ({ component }, value) => page.done.push(`answer ${component.id} ${value}`),
      toggle: ({ component }) => page.done.push(`toggle ${component.id}`),
      open({ component }, link, event) {
        event.preventDefault();
        page.done.push(`open ${component.id} ${link.href}`);
      },
    };
    const words = renderWordsFor(wordsFor(locale), locale, designLanguages);
    const host = document.querySelector('main')!;
    page.done.length = 0;
    page.render = createRender(host, { words, rtl, now: () => now, ...(still ? {} : { act }) });
  },
  draw(studio, { components = {}, medium }) {
    const states: RenderState['components'] = new Map(
      Object.entries(components).map(([id, { counts, ...state }]) => [
        id,
        { ...state, ...(counts ? { counts: new Map(Object.entries(counts)) } : {}) },
      ]),
    );
    const image = medium ? Object.assign(new Image(), { src: medium, alt: '' }) : null;
    page.render.update(studio, { components: states, medium: image });
  },
};
Object.assign(window, { designs: page });
