import type { Frame } from './frame.ts';
import { type Gestures, watchGestures } from './gestures.ts';
import { watchKeys } from './keys.ts';

/** What a person can do in the viewer; 1 is towards the end. */
export type ViewerActions = {
  step(by: 1 | -1): void;
  group(by: 1 | -1): void;
  edge(end: 'first' | 'last'): void;
  pause(): void;
  mute(): void;
  hold(on: boolean, long: boolean): void;
  link(event: Event): void;
  /** Follows the link of the story, wherever it is. */
  lead(): void;
  retry(): void;
  close(): void;
};

type Options = { rtl: boolean; modal: boolean; still(): boolean };

/**
 * Ties buttons, keys and gestures to the actions, mirrored from right to left. What it answers does the same for what is
 * drawn over the stage, whose taps are its own.
 */
export function wireControls(
  frame: Frame,
  { rtl, modal, still }: Options,
  act: ViewerActions,
): (drawn: HTMLElement) => void {
  const { dialog, stage, link } = frame;
  const forward = () => act.step(1);
  const backward = () => act.step(-1);
  link.addEventListener('click', act.link);
  frame.pause.addEventListener('click', act.pause);
  frame.mute.addEventListener('click', act.mute);
  frame.close.addEventListener('click', act.close);
  frame.back.addEventListener('click', backward);
  frame.on.addEventListener('click', forward);
  frame.retry.addEventListener('click', act.retry);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    act.close();
  });
  // The page behind must not scroll.
  dialog.addEventListener('wheel', (event) => event.preventDefault(), { passive: false });

  watchKeys(dialog, rtl, modal, { ...act, forward, backward });
  const gestures: Gestures = {
    tap: (x) => act.step((rtl ? 1 - x : x) < 0.3 ? -1 : 1),
    hold: act.hold,
    drag(x, y) {
      const down = Math.max(0, y);
      stage.style.transform = (x || down) && !still() ? `translate(${x}px,${down}px)` : '';
    },
    swipe(direction) {
      if (direction === 'down') act.close();
      else if (direction !== 'up') act.group((direction === 'left') === rtl ? -1 : 1);
      else act.lead();
    },
  };
  watchGestures(frame.touch, gestures);
  return (drawn) => watchGestures(drawn, { ...gestures, tap() {} }, true);
}
