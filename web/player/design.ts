import { type Answering, createAnswering } from './answering.ts';
import { type DesignHost, type Designs, designNumber } from './designs.ts';
import { fontUses } from './render/font-uses.ts';
import type { FontUse } from './render/fonts.ts';
import { createRender, type Render } from './render/render.ts';
import type { RenderActions } from './render/state.ts';
import { languageOf, renderWordsFor } from './words.ts';

/** How long a component is in view until it counts, and the longest time that a frame stands for; ms. */
const counts = 1000;
const longestFrame = 250;

/** Where the words in other languages and the fonts are, and all files of the SDK. */
const here = import.meta.url.replace(/[^/]*$/, '');
const wordsAddress = `${here}design-words.js`;
const fontsAddress = `${here}design-fonts.js`;
const base = here.replace(/modules\/$/, '');
let others: ReadonlyMap<string, string> = new Map();

/** The number of this release, as the first file knows it. */
export const number = designNumber;

/** Gives the page the fonts of a design, or those that the system has instead. */
async function drawFonts(uses: FontUse[]): Promise<void> {
  try {
    const loaded = (await import(/* @vite-ignore */ fontsAddress)) as typeof import('./render/fonts.ts');
    await loaded.loadFonts(base, uses);
  } catch {
    // The design is there, in other letters.
  }
}

/** Has what knows the fonts come, and the words of a language, once; those that do not are English. */
export async function prepare(locale: string): Promise<void> {
  void drawFonts([]);
  if (languageOf(locale) === 'en' || others.size > 0) return;
  try {
    const loaded = (await import(/* @vite-ignore */ wordsAddress)) as typeof import('./design-words.ts');
    others = loaded.designLanguages;
  } catch {
    // English is better than no design.
  }
}

/** Draws the designs of a viewer and takes their answers. */
export function createDesigns(host: DesignHost): Designs {
  const words = renderWordsFor(host.words, host.locale, others);
  let render: Render | null = null;
  let answering: Answering | null = null;
  const viewed = new Map<string, number>();
  let last = performance.now();
  let hasFocus = false;

  const act: RenderActions = {
    answer: (one, value) => answering?.act.answer(one, value),
    toggle: (one) => answering?.act.toggle(one),
    open: (one, link, event) => answering?.act.open(one, link, event),
  };
  const wait = () => host.wait(hasFocus || (answering?.isOpen() ?? false));

  function made(): Render {
    if (render) return render;
    render = createRender(host.board, { words, rtl: host.rtl, act });
    const root = render.element.shadowRoot!;
    // A tap leaves the focus where it was, and nothing waits for that; who goes by keys sees where it is.
    root.addEventListener('focusin', ({ target }) => {
      hasFocus = (target as Element).matches(':focus-visible');
      wait();
    });
    root.addEventListener('focusout', () => {
      hasFocus = false;
      wait();
    });
    host.watch(render.element);
    return render;
  }

  function settle(): void {
    answering?.settle();
  }

  function clear(): void {
    settle();
    answering = null;
    if (render?.element.shadowRoot?.activeElement) host.focus();
    render?.dispose();
    render = null;
    viewed.clear();
    hasFocus = false;
    host.wait(false);
  }

  return {
    show(story, medium) {
      clear();
      const source = medium as HTMLImageElement | HTMLVideoElement;
      const to = made();
      const draw = () => {
        to.update(story.studio!, { components: current.states, medium: source });
        wait();
      };
      const current = createAnswering(story, host, words, draw);
      answering = current;
      void drawFonts(fontUses(story.studio!, words));
      to.at(0);
      draw();
      if (current.asks)
        void host.results(story.id).then((results) => {
          if (results && answering === current) current.know(results);
        });
    },
    beat(ms, front) {
      const now = performance.now();
      const frame = Math.min(longestFrame, now - last);
      last = now;
      if (!render) return;
      render.at(ms);
      if (!front) return;
      for (const { component } of render.shown()) {
        const before = viewed.get(component.id) ?? 0;
        viewed.set(component.id, before + frame);
        if (before < counts && before + frame >= counts) host.track('component_impression', component.id);
      }
    },
    settle,
    swipe: () => render?.swipe() ?? null,
    clear,
  };
}
