import type { Clock } from './clock.ts';
import { el } from './dom.ts';
import { safeAddress } from './link.ts';
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

/** A picture or film that loads as soon as it is made; `progress` is 0 to 1. */
export type Media = {
  element: HTMLElement;
  video: boolean;
  listen(listener: MediaListener): void;
  play(): void;
  pause(): void;
  restart(): void;
  mute(on: boolean): void;
  progress(): number;
  dispose(): void;
};

const imageTime = 7000;

/** Makes the medium of a story, an image for type 1 and a video for type 2. */
export function createMedia(story: Story, clock: Clock): Media {
  return story.type === 2 ? createVideo(story) : createImage(story, clock);
}

/** Lets a medium fill the stage when that cuts off no more than a tenth of it; otherwise, and then true, it is shown whole. */
export function isWhole(element: HTMLElement, stage: HTMLElement): boolean {
  const width = element instanceof HTMLVideoElement ? element.videoWidth : (element as HTMLImageElement).naturalWidth;
  const height =
    element instanceof HTMLVideoElement ? element.videoHeight : (element as HTMLImageElement).naturalHeight;
  const ratio = (width / height) * (stage.clientHeight / stage.clientWidth);
  return !element.classList.toggle('fill', ratio > 0.9 && ratio < 1 / 0.9);
}

/** A few points of a medium, which blurred fill what it leaves of the stage; drawn, so that nothing is loaded twice. */
export function backdropOf(element: HTMLElement): HTMLElement {
  const points = el('canvas', { class: 'under', width: '9', height: '16' });
  points.getContext('2d')?.drawImage(element as HTMLImageElement | HTMLVideoElement, 0, 0, 9, 16);
  return points;
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
    tell();
  };
  image.src = safeAddress(story.media, true) ?? '';
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
    progress: () => Math.min(1, (elapsed + (since === null ? 0 : clock.now() - since)) / duration),
    dispose() {
      stop();
      listener = null;
      if (state === 'loading') image.src = '';
      image.remove();
    },
  };
}

function createVideo(story: Story): Media {
  const video = el('video', { class: 'media', playsinline: '', preload: 'auto', disableremoteplayback: '' });
  let listener: MediaListener | null = null;
  let wanted = false;
  const poster = safeAddress(story.thumbnail, true);
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
