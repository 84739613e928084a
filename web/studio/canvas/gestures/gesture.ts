import { flatten } from '#contracts/studio/flat.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import { frameOf, type PlacedBox, type Spot } from '../../edits/boxes.ts';
import { placeComponents } from '../../edits/move.ts';
import type { Editor } from '../../state/editor.ts';
import { isShownAt } from '../pick.ts';
import type { Guide } from '../snap-lines.ts';
import { snapPixels } from '../snapping.ts';
import type { StageView } from '../stage-view.ts';
import { viewSettings } from '../view-settings.ts';
import type { Watched } from '../watched.ts';

/** What is drawn over the canvas while something is done there. */
export interface Hints {
  guides: readonly Guide[];
  /** The frame that is drawn to select what is in it, in canvas units. */
  marquee: Box | null;
  /** By how many degrees the selection is turned just now; null while it is not. */
  turned: number | null;
  /** Something is done: what only stands by is not drawn. */
  busy: boolean;
}

export const noHints: Hints = { guides: [], marquee: null, turned: null, busy: false };

/** Where a pointer is, in canvas units and in px of the stage, and which keys are held. */
export interface Pointed {
  at: Spot;
  px: Spot;
  alt: boolean;
  shift: boolean;
}

/** What a pointer does from when it has moved until it is let go; `move` is called once a frame at most. */
export interface Gesture {
  move(to: Pointed): void;
  end(): void;
  /** It was broken off: everything is as before. */
  cancel(): void;
}

/** What gestures work with. */
export interface GestureTools {
  editor: Editor;
  view: StageView;
  hints: Watched<Hints>;
}

/** Changes with this key are one drag. */
const merge = 'drag';

/** A gesture that puts components elsewhere, as one step to undo: `moved` says where they are. */
export function placingGesture(
  { editor, hints }: GestureTools,
  ids: readonly string[],
  moved: (to: Pointed) => { boxes: readonly PlacedBox[]; hints?: Partial<Hints> },
): Gesture {
  editor.seal();
  const over = () => hints.set(noHints);
  return {
    move(to) {
      const { boxes, hints: shown } = moved(to);
      hints.set({ ...noHints, busy: true, ...shown });
      editor.edit(placeComponents, new Map(ids.map((id, at) => [id, boxes[at]!])), merge);
    },
    end() {
      editor.seal();
      over();
    },
    cancel() {
      editor.dropStep(merge);
      over();
    },
  };
}

/** The frames of what is shown beside the components of some ids: what they can be drawn to. */
export function neighborsOf({ state: { content, time } }: Editor, ids: readonly string[]): Box[] {
  const own = new Set(ids);
  return flatten(content.studio)
    .filter((one) => !own.has(one.component.id) && isShownAt(one, time))
    .map(({ component }) => frameOf(component));
}

/** So near a line draws, in canvas units; 0 while snapping is off. */
export const snapDistance = ({ view }: GestureTools, { alt }: Pointed): number =>
  alt || !viewSettings.value.snapping ? 0 : snapPixels / view.viewport.value.scale;
