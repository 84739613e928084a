import { fillsStage, type PictureSize } from '#contracts/story-group/fit.ts';
import type { Clock } from './clock.ts';
import { el } from './dom.ts';
import { safeAddress } from './link.ts';
import { pictureFor, storyWidth } from './picture.ts';
import type { Story } from './protocol.ts';

/** What the viewer hears from the picture or film that it shows. */
export type MediaListener = {
  ready(lengthMs?: number): void;
  ended(): void;
  failed(): void;
  waiting(on: boolean): void;
  silenced(): void;
  blocked(): void;
};

/** A picture or film that loads as soon as it is made; `elapsed` is in ms, `progress` 0 to 1. */
export type Media = {
  element: HTMLElement;
  video: boolean;
  listen(listener: MediaListener): void;
  play(): void;
  pause(): void;
  restart(): void;
  mute(on: boolean): void;
  elapsed(): number;
  progress(): number;
  dispose(): void;
};

const imageTime = 7000;

/** Makes the medium of a story, an image for type 1 and a video for type 2. */
export function createMedia(story: Story, clock: Clock): Media {
  return story.type === 2 ? createVideo(story) : createImage(story, clock);
}

const sizeOf = (medium: HTMLImageElement | HTMLVideoElement): PictureSize =>
  medium instanceof HTMLVideoElement
    ? { width: medium.videoWidth, height: medium.videoHeight }
    : { width: medium.naturalWidth, height: medium.naturalHeight };

/** The edges of a medium, which blurred fill the bars beside it; drawn, so that nothing is loaded twice. */
function edgesOf(source: HTMLImageElement | HTMLVideoElement, wide: boolean): HTMLElement {
  const { width, height } = sizeOf(source);
  const points = el('canvas', { class: 'under', width: '9', height: '16' });
  const pen = points.getContext('2d');
  for (const half of [0, 1]) {
    if (wide) pen?.drawImage(source, 0, half * height * 0.9, width, height / 10, 0, half * 8, 9, 8);
    else pen?.drawImage(source, half * width * 0.9, 0, width / 10, height, half * 4.5, 0, 4.5, 16);
  }
  return points;
}

/**
 * Lets a medium fill the stage where that cuts off little. Otherwise it is shown whole: its edges fade into what is answered,
 * to lie under it. Null when nothing shall, or before its size is known.
 */
export function fit(medium: HTMLElement, { clientWidth, clientHeight }: HTMLElement): HTMLElement | null {
  const source = medium as HTMLImageElement | HTMLVideoElement;
  const { width, height } = sizeOf(source);
  if (!width) return null;
  const fills = medium.classList.toggle(
    'fill',
    fillsStage({ width, height }, { width: clientWidth, height: clientHeight }),
  );
  const wide = width * clientHeight > height * clientWidth;
  const bar =
    (wide ? clientHeight - (clientWidth / width) * height : clientWidth - (clientHeight / height) * width) / 2;
  const edge = `#0000 ${bar}px,#000 ${bar + 32}px`;
  medium.style.maskImage = fills
    ? ''
    : `linear-gradient(${wide ? 0 : 90}deg,${edge},#000 calc(100% - ${bar + 32}px),#0000 calc(100% - ${bar}px))`;
  return fills ? null : edgesOf(source, wide);
}

function createImage(story: Story, clock: Clock): Media {
  const image = el('img', { alt: story.title ?? '', draggable: 'false', class: 'media' });
  const duration = story.duration_ms || imageTime;
  let listener: MediaListener | null = null;
  let state: 'loading' | 'ready' | 'failed' = 'loading';
  let elapsed = 0;
  let since: number | null = null;
  let cancel: (() => void) | null = null;

  const tell = () => {
    if (state === 'ready') listener?.ready();
    if (state === 'failed') listener?.failed();
  };
  const settle = (now: 'ready' | 'failed') => () => {
    state = now;
    // What says that it failed stands alone, without the browser's sign for a broken picture.
    image.style.opacity = now === 'failed' ? '0' : '';
    tell();
  };
  image.src = pictureFor(story.media, story.variants, storyWidth()) ?? '';
  image.decode().then(settle('ready'), settle('failed'));

  const stop = () => {
    if (since !== null) elapsed += clock.now() - since;
    since = null;
    cancel?.();
  };
  const play = () => {
    if (since !== null || state !== 'ready') return;
    since = clock.now();
    cancel = clock.after(Math.max(0, duration - elapsed), () => listener?.ended());
  };
  const spent = () => elapsed + (since === null ? 0 : clock.now() - since);
  return {
    element: image,
    video: false,
    listen(to) {
      listener = to;
      tell();
    },
    play,
    pause: stop,
    restart() {
      const playing = since !== null;
      stop();
      elapsed = 0;
      if (playing) play();
    },
    mute() {},
    elapsed: spent,
    progress: () => Math.min(1, spent() / duration),
    dispose() {
      stop();
      listener = null;
      if (state === 'loading') image.src = '';
      image.remove();
    },
  };
}

/** Makes a video, which plays with its sound until it is muted; its thumbnail is seen before its first frame. */
export function createVideo(story: Pick<Story, 'media' | 'thumbnail' | 'variants' | 'title'>): Media {
  const video = el('video', { class: 'media', playsinline: '', preload: 'auto', disableremoteplayback: '' });
  let listener: MediaListener | null = null;
  let wanted = false;
  const poster = pictureFor(story.thumbnail, story.variants, storyWidth());
  if (poster) video.poster = poster;
  if (story.title) video.setAttribute('aria-label', story.title);
  video.disablePictureInPicture = true;

  const tell = () => {
    if (video.error) listener?.failed();
    else if (video.readyState >= 2) {
      listener?.ready(Number.isFinite(video.duration) ? video.duration * 1000 : undefined);
    }
  };
  video.addEventListener('loadeddata', tell);
  video.addEventListener('error', () => listener?.failed());
  video.addEventListener('ended', () => listener?.ended());
  video.addEventListener('waiting', () => listener?.waiting(true));
  for (const name of ['playing', 'canplay']) video.addEventListener(name, () => listener?.waiting(false));
  video.src = safeAddress(story.media, true) ?? '';

  const play = () => {
    wanted = true;
    video.play().catch((error: DOMException) => {
      if (!wanted || error.name !== 'NotAllowedError') return;
      if (video.muted) return listener?.blocked();
      // Sound without a gesture is refused by browsers; a silent film is better than none.
      video.muted = true;
      listener?.silenced();
      play();
    });
  };
  return {
    element: video,
    video: true,
    listen(to) {
      listener = to;
      tell();
    },
    play,
    pause() {
      wanted = false;
      video.pause();
    },
    restart() {
      video.currentTime = 0;
    },
    mute(on) {
      video.muted = on;
    },
    elapsed: () => video.currentTime * 1000,
    progress: () => (video.duration > 0 ? Math.min(1, video.currentTime / video.duration) : 0),
    dispose() {
      wanted = false;
      listener = null;
      video.pause();
      video.removeAttribute('src');
      video.load();
      video.remove();
    },
  };
}
