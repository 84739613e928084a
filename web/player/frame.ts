import { el, icon } from './dom.ts';
import { createProgress, type SegmentedBar } from './progress.ts';
import type { Words } from './words.ts';

/** The parts of the open viewer that change while it plays. */
export type Frame = {
  dialog: HTMLDialogElement;
  stage: HTMLElement;
  touch: HTMLElement;
  /** Where designs are drawn. */
  board: HTMLElement;
  progress: SegmentedBar;
  ring: HTMLElement;
  title: HTMLElement;
  pause: HTMLButtonElement;
  mute: HTMLButtonElement;
  close: HTMLButtonElement;
  back: HTMLButtonElement;
  on: HTMLButtonElement;
  link: HTMLAnchorElement;
  linkText: HTMLElement;
  note: HTMLElement;
  retry: HTMLButtonElement;
  live: HTMLElement;
};

function button(label: string, name: Parameters<typeof icon>[0], className = ''): HTMLButtonElement {
  return el('button', { type: 'button', 'aria-label': label, class: className }, icon(name));
}

/** Gives a button another icon and name. */
export function relabel(target: HTMLButtonElement, label: string, name: Parameters<typeof icon>[0]): void {
  target.setAttribute('aria-label', label);
  target.replaceChildren(icon(name));
}

/** Builds the closed viewer; its reading order is close to its looks, the controls come before the story. */
export function createFrame(words: Words, rtl: boolean, contained: boolean, still: () => boolean): Frame {
  const progress = createProgress(still);
  const ring = el('span', { class: 'ring' });
  const title = el('h2');
  const pause = button(words.pause, 'pause');
  const mute = button(words.mute, 'sound');
  const close = button(words.close, 'close');
  const back = button(words.previous, 'back', 'turn back');
  const on = button(words.next, 'on', 'turn on');
  const linkText = el('span');
  const link = el('a', { class: 'link' }, icon('up'), linkText);
  const retry = el('button', { type: 'button' }, words.retry);
  const note = el('div', { class: 'note', hidden: '' }, el('p', { role: 'alert' }), retry);
  const touch = el('div', { class: 'touch' });
  const board = el('div', { class: 'board' });
  const live = el('p', { class: 'quiet', 'aria-live': 'polite' });
  const stage = el(
    'div',
    { class: 'stage' },
    touch,
    el('span', { class: 'wait' }),
    el('div', { class: 'top' }, progress.element, el('div', { class: 'head' }, ring, title, pause, mute, close)),
    board,
    el('div', { class: 'bottom' }, link),
    note,
  );
  const dialog = el(
    'dialog',
    {
      class: contained ? 'contained' : '',
      dir: rtl ? 'rtl' : 'ltr',
      tabindex: '-1',
      'aria-label': words.stories,
      part: 'viewer',
    },
    stage,
    back,
    on,
    live,
  );
  return {
    dialog,
    stage,
    touch,
    board,
    progress,
    ring,
    title,
    pause,
    mute,
    close,
    back,
    on,
    link,
    linkText,
    note,
    retry,
    live,
  };
}
