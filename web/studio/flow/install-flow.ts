import type { Watched } from '../canvas/watched.ts';
import type { Spot } from '../edits/boxes.ts';
import type { FlowView } from './flow-view.ts';

/** A way that is being drawn by hand: whose it is, and where the pointer is, in units of the board. */
export interface DrawnWay {
  storyId: string;
  key: string;
  at: Spot;
}

/** What pointers do on the board. */
export interface FlowPointers {
  view: FlowView;
  drawn: Watched<DrawnWay | null>;
  /** A story's card or one of its ways was pressed. */
  onChoose: (storyId: string, key: string | null) => void;
  onDrop: (way: DrawnWay) => void;
}

/** A pointer that moved less than this, in px, has clicked. */
const clickPixels = 4;

interface Pressed {
  id: number;
  from: Spot;
  last: Spot;
  story: string | null;
  /** The way whose port or line was pressed. */
  key: string | null;
  hasMoved: boolean;
}

/** Lets pointers draw ways, choose, push and zoom on the stage of a board; answers how to stop it. */
export function installFlow(stage: HTMLElement, { view, drawn, onChoose, onDrop }: FlowPointers): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Map<number, Spot>();
  let pressed: Pressed | null = null;

  const pixels = ({ clientX, clientY }: MouseEvent): Spot => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const apart = (): { far: number; middle: Spot } => {
    const [one, other] = [...fingers.values()] as [Spot, Spot];
    return {
      far: Math.hypot(one.x - other.x, one.y - other.y),
      middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    };
  };
  const giveUp = () => {
    pressed = null;
    drawn.set(null);
  };

  function down(event: PointerEvent): void {
    const target = event.target as HTMLElement;
    if (event.button > 1 || target.closest('[data-own-pointer]')) return;
    event.preventDefault();
    const at = pixels(event);
    fingers.set(event.pointerId, at);
    if (fingers.size > 1) {
      giveUp();
      return;
    }
    stage.setPointerCapture(event.pointerId);
    const on = event.button === 0 ? target.closest<HTMLElement>('[data-story]') : null;
    const { story = null, way = null } = on?.dataset ?? {};
    pressed = { id: event.pointerId, from: at, last: at, story, key: way, hasMoved: false };
  }

  function moved(event: PointerEvent): void {
    const at = pixels(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      const before = apart();
      fingers.set(event.pointerId, at);
      const now = apart();
      view.zoomAt(now.far / Math.max(1, before.far), now.middle);
      view.pan({ x: now.middle.x - before.middle.x, y: now.middle.y - before.middle.y });
      return;
    }
    if (pressed?.id !== event.pointerId) return;
    fingers.set(event.pointerId, at);
    pressed.hasMoved ||= Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y) >= clickPixels;
    if (!pressed.hasMoved) return;
    const { story, key, last } = pressed;
    if (story !== null && key !== null) drawn.set({ storyId: story, key, at: view.toUnits(at) });
    else view.pan({ x: at.x - last.x, y: at.y - last.y });
    pressed.last = at;
  }

  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (pressed?.id !== event.pointerId) return;
    const { story, key, hasMoved } = pressed;
    const way = drawn.value;
    giveUp();
    if (event.type !== 'pointerup') return;
    if (way) onDrop({ ...way, at: view.toUnits(pixels(event)) });
    else if (!hasMoved && story !== null) onChoose(story, key);
  }

  function wheeled(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) view.zoomAt(Math.exp(-event.deltaY * unit * 0.01), pixels(event));
    else view.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
  }

  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', moved, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('wheel', wheeled, { signal, passive: false });
  const cancel = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && drawn.value) giveUp();
  };
  window.addEventListener('keydown', cancel, { signal });
  return () => {
    giveUp();
    stop.abort();
  };
}
