import type { Spot } from '../../edits/boxes.ts';
import { isSelecting } from '../page-state.ts';
import { pickedIn } from '../pick.ts';
import { type Gesture, type GestureTools, noHints } from './gesture.ts';

/** Pushes the canvas about on its stage; `from` is in px. */
export function panGesture({ view }: GestureTools, from: Spot): Gesture {
  let last = from;
  return {
    move({ px }) {
      view.pan({ x: px.x - last.x, y: px.y - last.y });
      last = px;
    },
    end() {},
    cancel() {
      view.pan({ x: from.x - last.x, y: from.y - last.y });
    },
  };
}

/** Selects what a frame meets, beside what was selected already where it `adds`. */
export function marqueeGesture({ editor, hints }: GestureTools, from: Spot, adds: boolean): Gesture {
  const before = editor.state.selection;
  const kept = adds ? before : [];
  let last = '';
  const over = () => {
    hints.set(noHints);
    isSelecting.set(false);
  };
  return {
    move({ at }) {
      isSelecting.set(true);
      const { content, time } = editor.state;
      const marquee = {
        x: Math.min(from.x, at.x),
        y: Math.min(from.y, at.y),
        width: Math.abs(at.x - from.x),
        height: Math.abs(at.y - from.y),
      };
      hints.set({ ...noHints, busy: true, marquee });
      const ids = [...kept, ...pickedIn(content.studio, time, marquee).reverse()];
      if (ids.join() !== last) editor.select(ids);
      last = ids.join();
    },
    end: over,
    cancel() {
      editor.select(before);
      over();
    },
  };
}
