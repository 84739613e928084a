import type { Box } from '#contracts/studio/geometry.ts';
import { Watched } from '../canvas/watched.ts';
import type { Spot } from '../edits/boxes.ts';

/** How the board lies on its stage: px for each unit, and the px of its top left. */
export interface FlowPlace {
  scale: number;
  x: number;
  y: number;
}

/** The least and most zoom, and the least at which the board begins: titles can be read there. */
const [least, most, readable] = [0.25, 2, 0.7];
/** Free room around the board, in px; more below, where its tools are. */
const margin = { side: 32, top: 40, bottom: 88 };
const steps = [0.25, 0.5, 0.75, 0.9, 1, 1.25, 1.5, 2];
/** So much of the board stays in sight however far it is pushed, in px. */
const keptInSight = 80;

type Size = Pick<Box, 'width' | 'height'>;

/** Where a board of some size lies on its stage, which are both told. */
export class FlowView {
  readonly place = new Watched<FlowPlace>({ scale: 1, x: 0, y: 0 });
  #stage: Size = { width: 0, height: 0 };
  #board: Size = { width: 0, height: 0 };
  /** Somebody pushed or zoomed it: from then on it is not laid into the middle by itself. */
  #isMoved = false;
  #isLaid = false;
  /** What is to be in sight as soon as the board lies on its stage. */
  #asked: Box | null = null;

  /** The stage has another size, in px. */
  resize(width: number, height: number): void {
    this.#stage = { width, height };
    this.#settle();
  }

  /** The board has another size, in its units. */
  lay(board: Size): void {
    this.#board = board;
    this.#settle();
  }

  #settle(): void {
    if (this.#stage.width === 0 || this.#board.width === 0) return;
    // What doesn't fit stays where it is, once its beginning was shown.
    const isFree = !this.#isMoved && (!this.#isLaid || this.#fitting() >= readable);
    this.#isLaid = true;
    if (isFree) this.#fit(readable);
    else this.#put(this.place.value);
    const asked = this.#asked;
    this.#asked = null;
    if (asked) this.reveal(asked);
  }

  #fitting(): number {
    const { width, height } = this.#room();
    return Math.min(width / this.#board.width, height / this.#board.height, 1);
  }

  #room(): Size {
    const { width, height } = this.#stage;
    return { width: width - 2 * margin.side, height: height - margin.top - margin.bottom };
  }

  #put({ scale, x, y }: FlowPlace): void {
    const bounded = (by: number, room: number, size: number) =>
      Math.max(keptInSight - size * scale, Math.min(room - keptInSight, by));
    const next = {
      scale,
      x: Math.round(bounded(x, this.#stage.width, this.#board.width)),
      y: Math.round(bounded(y, this.#stage.height, this.#board.height)),
    };
    const now = this.place.value;
    if (now.scale !== scale || now.x !== next.x || now.y !== next.y) this.place.set(next);
  }

  #fit(smallest: number): void {
    const room = this.#room();
    const scale = Math.max(least, smallest, Math.floor(this.#fitting() * 100) / 100);
    const free = (of: number, taken: number) => Math.max(0, (of - taken * scale) / 2);
    this.#put({
      scale,
      x: margin.side + free(room.width, this.#board.width),
      y: margin.top + free(room.height, this.#board.height),
    });
  }

  /** Shows all of the board, as far as the least zoom allows. */
  fit(): void {
    this.#isMoved = false;
    this.#fit(least);
  }

  #push({ x: across, y: down }: Spot): void {
    const { scale, x, y } = this.place.value;
    this.#put({ scale, x: x + across, y: y + down });
  }

  /** Pushes the board by so many px. */
  pan(by: Spot): void {
    this.#isMoved = true;
    this.#push(by);
  }

  /** Zooms by a factor so that what lies at a point of the stage, in px, stays there. */
  zoomAt(factor: number, at: Spot): void {
    this.#isMoved = true;
    const { scale, x, y } = this.place.value;
    const next = Math.min(most, Math.max(least, scale * factor));
    const by = next / scale;
    this.#put({ scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by });
  }

  /** Zooms to the next step, nearer (1) or further away (-1), around the middle. */
  step(direction: 1 | -1): void {
    const { scale } = this.place.value;
    const next =
      direction > 0 ? steps.find((one) => one > scale + 0.001) : steps.findLast((one) => one < scale - 0.001);
    if (next === undefined) return;
    this.zoomAt(next / scale, { x: this.#stage.width / 2, y: this.#stage.height / 2 });
  }

  /** Pushes the board so far that a box of it is in sight; before the board and its stage have a size, once they do. */
  reveal(box: Box): void {
    if (!this.#isLaid) {
      this.#asked = box;
      return;
    }
    const { scale, x, y } = this.place.value;
    const by = (start: number, size: number, room: number, before: number, after: number) => {
      if (start < before) return before - start;
      return Math.min(0, room - after - (start + size));
    };
    this.#push({
      x: by(x + box.x * scale, box.width * scale, this.#stage.width, margin.side, margin.side),
      y: by(y + box.y * scale, box.height * scale, this.#stage.height, margin.top, margin.bottom),
    });
  }

  /** A point of the stage, in px, as one of the board. */
  toUnits({ x, y }: Spot): Spot {
    const { scale, x: left, y: top } = this.place.value;
    return { x: (x - left) / scale, y: (y - top) / scale };
  }
}
