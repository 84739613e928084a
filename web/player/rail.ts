import { fillRing } from './cover.ts';
import { el } from './dom.ts';
import type { Group } from './protocol.ts';
import type { Seen } from './seen.ts';
import type { Words } from './words.ts';

/** The bar of covers; `mark` redraws which groups are seen, `stop` ends its observers. */
export type Rail = { element: HTMLElement; mark(): void; focus(group: Group): void; stop(): void };

type Options = {
  groups: Group[];
  words: Words;
  rtl: boolean;
  seen: Seen;
  open(index: number): void;
  halfVisible(): void;
};

/** Builds the bar; `halfVisible` is called once, when at least half of it is in view of a visible page. */
export function createRail({ groups, words, rtl, seen, open, halfVisible }: Options): Rail {
  const covers = groups.map((group, index) => {
    const ring = el('span', { class: 'ring' });
    fillRing(ring, group);
    const name = el('span', { class: 'name' }, group.title ?? '');
    const cover = el('button', { type: 'button', class: 'cover', part: 'cover' }, ring, name);
    cover.addEventListener('click', () => open(index));
    return { cover, ring, group };
  });
  const list = el('ul', { role: 'list' }, ...covers.map(({ cover }) => el('li', {}, cover)));
  const element = el(
    'section',
    { class: 'bar', part: 'bar', 'aria-label': words.stories, dir: rtl ? 'rtl' : 'ltr' },
    list,
  );

  const mark = () => {
    covers.forEach(({ cover, group }, index) => {
      const done = seen.all(group);
      const title = group.title?.trim() || `${words.stories} ${index + 1}`;
      cover.classList.toggle('seen', done);
      cover.setAttribute('aria-label', done ? `${title}, ${words.seen}` : title);
    });
  };
  mark();

  const observer = new IntersectionObserver(
    (entries) => {
      if (document.hidden || !entries.some((entry) => entry.intersectionRatio >= 0.5)) return;
      observer.disconnect();
      halfVisible();
    },
    { threshold: [0.5, 1] },
  );
  observer.observe(element);

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    for (const { ring, group } of covers) fillRing(ring, group);
  };
  scheme.addEventListener('change', repaint);

  return {
    element,
    mark,
    focus: (group) => covers.find((cover) => cover.group.id === group.id)?.cover.focus(),
    stop() {
      observer.disconnect();
      scheme.removeEventListener('change', repaint);
    },
  };
}
