import { canvas } from '#contracts/studio/kinds.ts';
import type { Spot } from '../edits/boxes.ts';
import { deviceBox } from './device-box.ts';
import { changeView, shownZoom, viewSettings, zoomBounds } from './view-settings.ts';
import { Watched } from './watched.ts';

/** Where the canvas lies on its stage: px for each unit, and the px of its top left. */
export interface Viewport {
  scale: number;
  x: number;
  y: number;
}

/** Free room around a canvas that fits by itself, in px; `head` is that above and below it on a stage with words at its top. */
const margin = { across: 40, down: 32, head: 62 };
/** A stage that is narrower, in px, has no words at its top; so has its style. */
const headWidth = 480;
/** So much of the canvas stays in sight however far it is pushed, in px. */
const keptInSight = 48;

/** Where the canvas lies on its stage, by the settings of the view, the size of the stage, and how far it was pushed. */
export class StageView {
  readonly viewport = new Watched<Viewport>({ scale: 1, x: 0, y: 0 });
  #size = { width: 0, height: 0 };
  #pushed: Spot = { x: 0, y: 0 };
  /** In percent and not rounded, so that many small steps of a wheel add up. */
  #zoom = 100;

  /** The stage has another size, in px. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.update();
  }

  /** Lays the canvas anew after a change of the settings. */
  update(): void {
    const { zoom, device } = viewSettings.value;
    const { width, height } = this.#size;
    const box = deviceBox(device);
    const fitting = Math.min(
      (width - 2 * margin.across) / box.width,
      (height - 2 * (width < headWidth ? margin.down : margin.head)) / box.height,
    );
    const scale = zoom === 'fit' ? Math.min(4, Math.max(0.25, Math.floor(fitting * 100 + 1e-6) / 100)) : zoom / 100;
    if (zoom === 'fit') this.#pushed = { x: 0, y: 0 };
    const [wide, high] = [canvas.width * scale, canvas.height * scale];
    const bounded = (by: number, room: number, side: number) => {
      const most = Math.max(0, (room + side) / 2 - keptInSight);
      return Math.min(most, Math.max(-most, by));
    };
    this.#pushed = { x: bounded(this.#pushed.x, width, wide), y: bounded(this.#pushed.y, height, high) };
    const x = Math.round((width - wide) / 2 + this.#pushed.x);
    const y = Math.round((height - high) / 2 + this.#pushed.y);
    const now = this.viewport.value;
    if (now.scale !== scale || now.x !== x || now.y !== y) this.viewport.set({ scale, x, y });
    shownZoom.set(Math.round(scale * 100));
  }

  /** Pushes the canvas by so many px; one that fitted by itself keeps its zoom. */
  pan(by: Spot): void {
    if (viewSettings.value.zoom === 'fit') changeView({ zoom: shownZoom.value });
    this.#pushed = { x: this.#pushed.x + by.x, y: this.#pushed.y + by.y };
    this.update();
  }

  /** Zooms by a factor so that what lies at a point of the stage, in px, stays there. */
  zoomAt(factor: number, at: Spot): void {
    const unit = this.toUnits(at);
    const now = Math.round(this.#zoom) === shownZoom.value ? this.#zoom : shownZoom.value;
    this.#zoom = Math.min(zoomBounds[1], Math.max(zoomBounds[0], now * factor));
    changeView({ zoom: this.#zoom });
    this.update();
    const { scale, x, y } = this.viewport.value;
    this.pan({ x: at.x - (x + unit.x * scale), y: at.y - (y + unit.y * scale) });
  }

  /** A point of the stage, in px, as one of the canvas. */
  toUnits({ x, y }: Spot): Spot {
    const { scale, x: left, y: top } = this.viewport.value;
    return { x: (x - left) / scale, y: (y - top) / scale };
  }
}
