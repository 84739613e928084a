import type { Spot } from '../../edits/boxes.ts';
import { pickedAt } from '../pick.ts';
import { shownZoom } from '../view-settings.ts';
import type { Watched } from '../watched.ts';
import type { GestureTools, Pointed } from './gesture.ts';
import { type LastPress, type Press, pressAt } from './press.ts';
import { spaceKey } from './space-key.ts';
import { panGesture } from './view-gestures.ts';

/** A pointer that moved less than this, in px, has clicked. */
const clickPixels = 3;

/** What the pointers of a stage need besides: who is told of what lies below them, and where they last were, in canvas units. */
export interface PointerTools extends GestureTools {
  hovered: Watched<string | null>;
  pointer: Watched<Spot | null>;
}

interface Active extends Press {
  id: number;
  from: Spot;
  hasMoved: boolean;
}

/** Two fingers: how far apart they are, and where their middle is, in px. */
const spreadOf = ([one, other]: readonly Spot[]) => ({
  apart: Math.hypot(one!.x - other!.x, one!.y - other!.y),
  middle: { x: (one!.x + other!.x) / 2, y: (one!.y + other!.y) / 2 },
});

/** Lets pointers work on a stage; answers how to stop it. `onPress` is called before anything comes of one. */
export function installPointers(stage: HTMLElement, tools: PointerTools, onPress: () => void): () => void {
  const { editor, view, hovered, pointer } = tools;
  const stop = new AbortController();
  const { signal } = stop;
  let edge: Spot | null = null;
  let active: Active | null = null;
  let last: LastPress | null = null;
  let frame = 0;
  let pointed: Pointed | null = null;
  const fingers = new Map<number, Spot>();
  let pinch: { apart: number; zoom: number; middle: Spot } | null = null;

  // Read once, and again after whatever may have moved the stage: not at each step of a drag.
  const forget = () => {
    edge = null;
  };
  const pixels = ({ clientX, clientY }: MouseEvent): Spot => {
    if (!edge) {
      const { left, top } = stage.getBoundingClientRect();
      edge = { x: left, y: top };
    }
    return { x: clientX - edge.x, y: clientY - edge.y };
  };
  const pointedBy = (event: PointerEvent): Pointed => {
    const px = pixels(event);
    return { px, at: view.toUnits(px), alt: event.altKey, shift: event.shiftKey };
  };

  function step(): void {
    frame = 0;
    if (!pointed) return;
    const { px } = pointed;
    const now = { ...pointed, at: view.toUnits(px) };
    if (!active) {
      const { content, time } = editor.state;
      pointer.set(now.at);
      hovered.set(pickedAt(content.studio, time, now.at)[0] ?? null);
      return;
    }
    active.hasMoved ||= Math.hypot(px.x - active.from.x, px.y - active.from.y) >= clickPixels;
    if (active.hasMoved) active.gesture?.move(now);
  }
  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(step);
  };
  const rest = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };

  function finish(how: 'end' | 'cancel'): void {
    const done = active;
    rest();
    if (!done) return;
    if (how === 'end') step();
    active = null;
    if (done.hasMoved) done.gesture?.[how]();
    else if (how === 'end') done.click();
  }

  function pressed(event: PointerEvent): void {
    const target = event.target as HTMLElement;
    if (target.closest('[data-own-pointer]')) return;
    forget();
    fingers.set(event.pointerId, pixels(event));
    if (event.pointerType === 'touch' && fingers.size === 2) {
      finish('cancel');
      pinch = { ...spreadOf([...fingers.values()]), zoom: shownZoom.value };
      return;
    }
    if (active || event.button > 1) return;
    onPress();
    stage.setPointerCapture(event.pointerId);
    hovered.set(null);
    pointed = pointedBy(event);
    const pans = event.button === 1 || spaceKey.held;
    if (pans) spaceKey.panned = true;
    const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle;
    const press = pans
      ? { gesture: panGesture(tools, pointed.px), click() {} }
      : pressAt(tools, pointed, handle, last, event.timeStamp);
    last = { px: pointed.px, ms: event.timeStamp };
    active = { ...press, id: event.pointerId, from: pointed.px, hasMoved: false };
  }

  function moved(event: PointerEvent): void {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, pixels(event));
    if (pinch && fingers.size === 2) {
      const { apart, middle } = spreadOf([...fingers.values()]);
      view.zoomAt((pinch.zoom * apart) / pinch.apart / shownZoom.value, middle);
      view.pan({ x: middle.x - pinch.middle.x, y: middle.y - pinch.middle.y });
      pinch = { ...pinch, middle };
      return;
    }
    if (active ? event.pointerId !== active.id : event.pointerType === 'touch') return;
    pointed = pointedBy(event);
    soon();
  }

  function released(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (active?.id !== event.pointerId) return;
    if (event.type === 'pointerup') pointed = pointedBy(event);
    finish(event.type === 'pointerup' ? 'end' : 'cancel');
  }

  function keyed(event: KeyboardEvent): void {
    if (!active || !pointed) return;
    if (event.key === 'Escape' && event.type === 'keydown') {
      event.stopPropagation();
      finish('cancel');
      return;
    }
    if (event.key !== 'Alt' && event.key !== 'Shift') return;
    event.preventDefault();
    pointed = { ...pointed, alt: event.altKey, shift: event.shiftKey };
    soon();
  }

  function wheeled(event: WheelEvent): void {
    event.preventDefault();
    forget();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) view.zoomAt(Math.exp(-event.deltaY * unit * 0.01), pixels(event));
    else view.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
  }

  stage.addEventListener('pointerenter', forget, { signal });
  stage.addEventListener('pointerdown', pressed, { signal });
  // What is pressed here takes no focus, selects no text and scrolls nothing by itself.
  const still = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('[data-own-pointer]')) event.preventDefault();
  };
  stage.addEventListener('mousedown', still, { signal });
  stage.addEventListener('pointermove', moved, { signal });
  stage.addEventListener('pointerup', released, { signal });
  stage.addEventListener('pointercancel', released, { signal });
  stage.addEventListener('pointerleave', () => hovered.set(null), { signal });
  stage.addEventListener('wheel', wheeled, { signal, passive: false });
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, keyed, { signal, capture: true });
  return () => {
    finish('cancel');
    stop.abort();
  };
}
