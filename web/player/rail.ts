import type { Clock } from './clock.ts';
import { fillRing } from './cover.ts';
import { el } from './dom.ts';
import type { Group } from './protocol.ts';
import type { Seen } from './seen.ts';
import type { Words } from './words.ts';

/**
 * The bar of covers; `mark` redraws which groups are seen, `settle` looks again at whether anything hides it, `stop` ends
 * its observers.
 */
export type Rail = { element: HTMLElement; mark(): void; settle(): void; focus(group: Group): void; stop(): void };

/** How long a cover is in view until it counts, ms. */
const coverMs = 1000;

type Options = {
  groups: Group[];
  words: Words;
  rtl: boolean;
  seen: Seen;
  clock: Clock;
  open(index: number): void;
  /** Whether something lies over the bar. */
  hidden(): boolean;
  halfVisible(): void;
  coverShown(group: Group, index: number): void;
};

/**
 * Builds the bar. `halfVisible` is called once, when at least half of it is in view of a visible page, `coverShown` each
 * time that half of a cover was for a second.
 */
export function createRail(options: Options): Rail {
  const { groups, words, rtl, seen, clock, open, halfVisible } = options;
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

  const inView = new Set<Element>();
  const timers = new Map<Element, () => void>();
  const settle = () => {
    covers.forEach(({ cover, group }, index) => {
      const showing = inView.has(cover) && !document.hidden && !options.hidden();
      if (showing === timers.has(cover)) return;
      timers.get(cover)?.();
      timers.delete(cover);
      if (showing)
        timers.set(
          cover,
          clock.after(coverMs, () => options.coverShown(group, index)),
        );
    });
  };
  const coverObserver = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries)
        intersectionRatio >= 0.5 ? inView.add(target) : inView.delete(target);
      settle();
    },
    { threshold: 0.5 },
  );
  for (const { cover } of covers) coverObserver.observe(cover);

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    for (const { ring, group } of covers) fillRing(ring, group);
  };
  scheme.addEventListener('change', repaint);

  return {
    element,
    mark,
    settle,
    focus: (group) => covers.find((cover) => cover.group.id === group.id)?.cover.focus(),
    stop() {
      observer.disconnect();
      coverObserver.disconnect();
      for (const cancel of timers.values()) cancel();
      scheme.removeEventListener('change', repaint);
    },
  };
}
