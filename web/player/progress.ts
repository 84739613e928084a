import { el } from './dom.ts';

/** The segmented bar: one segment a story; `set` fills those before `index` and `part` (0 to 1) of that one. */
export type SegmentedBar = { element: HTMLElement; reset(count: number): void; set(index: number, part: number): void };

/** Makes the bar; with `still` a segment is full from its start, so that nothing creeps. */
export function createProgress(still: () => boolean): SegmentedBar {
  const element = el('div', { class: 'segments', 'aria-hidden': 'true' });
  let fills: HTMLElement[] = [];
  return {
    element,
    reset(count) {
      if (count === fills.length) return;
      fills = Array.from({ length: count }, () => el('i'));
      element.replaceChildren(...fills.map((fill) => el('span', {}, fill)));
    },
    set(index, part) {
      fills.forEach((fill, at) => {
        const share = at < index ? 1 : at > index ? 0 : still() ? 1 : part;
        fill.style.transform = `scaleX(${share.toFixed(4)})`;
      });
    },
  };
}
