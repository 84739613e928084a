/** A frame is about so wide, in px; a strip has few of them, as each is wound to. */
const frameWidth = 44;
const [fewest, most] = [4, 16];

/** Whether something happened to a video before it failed or nobody waited any more. */
const happened = (video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = (is: boolean) => () => {
      over.abort();
      resolve(is);
    };
    video.addEventListener(event, end(true), { signal: over.signal });
    video.addEventListener('error', end(false), { signal: over.signal });
    signal.addEventListener('abort', end(false), { signal: over.signal });
    if (signal.aborted) end(false)();
  });

/** Where of a picture a part with the ratio of a box lies, in its middle. */
function middlePart(width: number, height: number, wide: number, high: number) {
  const scale = Math.min(width / wide, height / high);
  return [(width - wide * scale) / 2, (height - high * scale) / 2, wide * scale, high * scale] as const;
}

/**
 * Draws frames of a video, from its file, side by side over all of a canvas; `onDrawn` is told of the first. A file that this
 * browser can't play leaves the canvas as it is, and so does one whose length is not known. Ends when `signal` is aborted.
 */
export async function drawFilm(
  to: HTMLCanvasElement,
  src: string,
  { signal, onDrawn }: { signal: AbortSignal; onDrawn: () => void },
): Promise<void> {
  const film = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto', src });
  try {
    if (!(await happened(film, 'loadeddata', signal)) || !Number.isFinite(film.duration) || film.videoWidth === 0)
      return;
    const ratio = Math.min(2, window.devicePixelRatio);
    const count = Math.min(most, Math.max(fewest, Math.round(to.clientWidth / frameWidth)));
    Object.assign(to, { width: to.clientWidth * ratio, height: to.clientHeight * ratio });
    const pen = to.getContext('2d');
    const wide = to.width / count;
    for (let at = 0; pen && at < count; at += 1) {
      film.currentTime = ((at + 0.5) / count) * film.duration;
      if (!(await happened(film, 'seeked', signal))) return;
      const part = middlePart(film.videoWidth, film.videoHeight, wide, to.height);
      pen.drawImage(film, ...part, at * wide, 0, wide, to.height);
      if (at === 0) onDrawn();
    }
  } finally {
    // The browser keeps what it has loaded of a video until it is told otherwise.
    film.removeAttribute('src');
    film.load();
  }
}
