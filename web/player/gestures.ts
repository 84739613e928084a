/** What fingers and mouse do on the stage; x of `tap` is 0 (left edge) to 1, drags are in CSS pixels. */
export type Gestures = {
  tap(x: number): void;
  hold(on: boolean, long: boolean): void;
  drag(x: number, y: number): void;
  swipe(direction: 'left' | 'right' | 'up' | 'down'): void;
};

const slack = 10;
const longPress = 220;
const far = 60;
const fast = 0.4;

/**
 * Reads pointer events on an element: a press holds at once and is a long one after 220 ms. What can be tapped itself is
 * watched `gently`: only a drag is taken from it.
 */
export function watchGestures(element: HTMLElement, to: Gestures, gently = false): void {
  let start: { id: number; x: number; y: number; at: number; axis: 'x' | 'y' | null; long: boolean } | null = null;
  let timer = 0;
  let heard: AbortController | null = null;

  const move = (event: PointerEvent) => {
    if (!start || start.id !== event.pointerId) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (!start.axis && !start.long && Math.hypot(dx, dy) > slack) start.axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
    if (!start.axis) return;
    // From here on nothing below is clicked.
    if (gently && element.isConnected) element.setPointerCapture(event.pointerId);
    to.drag(start.axis === 'x' ? dx : 0, start.axis === 'y' ? dy : 0);
  };

  const finish = (event: PointerEvent, cancelled: boolean) => {
    if (!start || start.id !== event.pointerId) return;
    clearTimeout(timer);
    heard?.abort();
    const { x, y, at, axis, long } = start;
    start = null;
    const dx = event.clientX - x;
    const dy = event.clientY - y;
    const along = axis === 'x' ? dx : dy;
    const speed = Math.abs(along) / Math.max(1, event.timeStamp - at);
    to.drag(0, 0);
    if (axis && !cancelled) {
      if (Math.abs(along) >= far || (speed >= fast && Math.abs(along) >= 2 * slack))
        to.swipe(axis === 'x' ? (dx < 0 ? 'left' : 'right') : dy < 0 ? 'up' : 'down');
    } else if (!long && !cancelled) {
      const box = element.getBoundingClientRect();
      to.tap((event.clientX - box.left) / Math.max(1, box.width));
    }
    // What waits for the finger to go is due now, unless the finger has turned the story itself.
    to.hold(false, long);
  };

  element.addEventListener('pointerdown', (event) => {
    if (start || event.button !== 0) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp, axis: null, long: false };
    if (!gently) element.setPointerCapture(event.pointerId);
    to.hold(true, false);
    heard = new AbortController();
    const { signal } = heard;
    // What is small is soon left by the mouse, and what goes away with its story still hears the end.
    const from = gently ? window : element;
    from.addEventListener('pointermove', (moved) => move(moved as PointerEvent), { signal });
    from.addEventListener('pointerup', (up) => finish(up as PointerEvent, false), { signal });
    from.addEventListener('pointercancel', (lost) => finish(lost as PointerEvent, true), { signal });
    timer = window.setTimeout(() => {
      if (!start || start.axis) return;
      start.long = true;
      to.hold(true, true);
    }, longPress);
  });
  element.addEventListener('contextmenu', (event) => event.preventDefault());
}
