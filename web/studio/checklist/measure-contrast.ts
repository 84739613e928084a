import { plainContrast } from '#contracts/studio/check/advise-contrast.ts';
import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import { componentsBelow } from '#contracts/studio/check/ground.ts';
import { writtenOn } from '#contracts/studio/check/written.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { picturesOf } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { sampleOf, worstSample } from './contrast-sample.ts';
import { pixelsBehind, type StillFrame } from './draw-behind.ts';

/** A story whose contrast is measured. */
export interface MeasuredStory {
  studio: Studio;
  /** Its picture or video, loaded; a video of its own, as it is taken to other times. Null where there is none. */
  medium: HTMLImageElement | HTMLVideoElement | null;
  /** How long it is shown, in ms. */
  lengthMs: number;
  signal?: AbortSignal;
}

/** Lets the page go on with whatever waits. */
const nextTurn = (): Promise<void> => new Promise((done) => setTimeout(done));

/** How many pixels the longer side of what is measured has at most. */
const longSide = 640;

/** A small copy: the large picture is unpacked once, not for each word. Null where there is nothing to see. */
function frameOf(source: CanvasImageSource, width: number, height: number): StillFrame | null {
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, longSide / Math.max(width, height));
  const small = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  small.getContext('2d')!.drawImage(source, 0, 0, small.width, small.height);
  return { source: small, width: small.width, height: small.height };
}

const pictureFrame = (image: HTMLImageElement): StillFrame | null =>
  frameOf(image, image.naturalWidth, image.naturalHeight);

/** How near the wanted time, in seconds, a video has to be. */
const sameFrame = 0.02;

/** How long a frame is waited for, in milliseconds. */
const longestDraw = 250;

async function videoFrame(video: HTMLVideoElement, at: number): Promise<StillFrame | null> {
  const time = Math.min(at / 1000, Math.max(0, video.duration - sameFrame));
  if (Math.abs(video.currentTime - time) > sameFrame) {
    const taken = new Promise((done) => {
      for (const event of ['seeked', 'error']) video.addEventListener(event, done, { once: true });
    });
    // The place is reached a moment before its frame is drawn on a busy machine; in a tab in the background none is.
    const drawn = new Promise<unknown>((done) => void video.requestVideoFrameCallback(done));
    video.currentTime = time;
    await taken;
    await Promise.race([drawn, new Promise((done) => void setTimeout(done, longestDraw))]);
  }
  return frameOf(video, video.videoWidth, video.videoHeight);
}

async function loadedPictures(studio: Studio): Promise<Map<string, StillFrame>> {
  const load = async (address: string): Promise<[string, StillFrame][]> => {
    const image = Object.assign(new Image(), { src: address });
    // Without the picture what is below it counts.
    await image.decode().catch(() => {});
    const frame = pictureFrame(image);
    return frame ? [[address, frame]] : [];
  };
  return new Map((await Promise.all([...new Set(picturesOf(studio))].map(load))).flat());
}

/** The times at which a component is looked at: when it comes and, over what moves or changes, in the middle and before it goes. */
function timesOf(one: FlatComponent, { studio, medium, lengthMs }: MeasuredStory): number[] {
  const { start_time, end_time } = one.component;
  const changes = componentsBelow(one, studio).some(
    ({ component }) => component.start_time > start_time || component.end_time !== null,
  );
  if (!changes && !(medium instanceof HTMLVideoElement)) return [start_time];
  const end = Math.max(start_time + 1, Math.min(end_time ?? lengthMs, lengthMs));
  return [...new Set([start_time, Math.floor((start_time + end) / 2), end - 1])];
}

/**
 * Measures the contrast of the words that do not stand on a plain color, by component, over what lies behind them: of several
 * words and times the worst. A component a turn, so that the page stays awake; what cannot be read, such as a picture of
 * another origin, is left out. With `signal` aborted it answers what it has.
 */
export async function measureContrast(story: MeasuredStory): Promise<ReadonlyMap<string, ContrastSample>> {
  const { studio, medium, signal } = story;
  const found = new Map<string, ContrastSample>();
  const pictures = await loadedPictures(studio);
  const still = medium instanceof HTMLImageElement ? pictureFrame(medium) : null;
  for (const one of flatten(studio).filter(({ component }) => !component.hidden)) {
    const words = writtenOn(one).filter((written) => plainContrast(one, written, studio, medium !== null) === null);
    const samples: ContrastSample[] = [];
    for (const at of words.length > 0 ? timesOf(one, story) : []) {
      if (signal?.aborted) return found;
      const frame = medium instanceof HTMLVideoElement ? await videoFrame(medium, at) : still;
      for (const written of words) {
        await nextTurn();
        try {
          const pixels = pixelsBehind(one, written.box, { studio, medium: frame, pictures, at });
          const sample = sampleOf(written, pixels, at);
          if (sample) samples.push(sample);
        } catch (error) {
          if (!(error instanceof DOMException)) throw error;
        }
      }
    }
    const worst = worstSample(samples);
    if (worst) found.set(one.component.id, worst);
  }
  return found;
}
