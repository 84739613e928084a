import type { Studio } from '#contracts/studio/shape.ts';
import { el } from '../dom.ts';

type Source = HTMLImageElement | HTMLVideoElement;

const sizeOf = (source: Source): [number, number] =>
  source instanceof HTMLVideoElement
    ? [source.videoWidth, source.videoHeight]
    : [source.naturalWidth, source.naturalHeight];

/** A picture or film so small that the sheet can blur it cheaply, cut to the shape of the canvas. */
function copy(source: Source, to: HTMLCanvasElement): void {
  const [width, height] = sizeOf(source);
  if (!width || !height) return;
  const scale = Math.max(to.width / width, to.height / height);
  const [cutWidth, cutHeight] = [to.width / scale, to.height / scale];
  const [left, top] = [(width - cutWidth) / 2, (height - cutHeight) / 2];
  to.getContext('2d')?.drawImage(source, left, top, cutWidth, cutHeight, 0, 0, to.width, to.height);
}

const placing = ['object-fit', 'object-position', 'transform', 'transform-origin'] as const;

/** Lays a story's image or film on the canvas as its design says; `drop` gives it back as it was. */
export function createBottom() {
  const blurred = el('canvas', { class: 'blur', width: '18', height: '32', hidden: '' });
  const element = el('div', { class: 'bottom' }, blurred);
  let held: Source | null = null;
  const loaded = () => {
    if (held && !blurred.hidden) copy(held, blurred);
  };
  const drop = () => {
    held?.removeEventListener('load', loaded);
    held?.removeEventListener('loadeddata', loaded);
    for (const name of placing) held?.style.removeProperty(name);
    if (held?.parentNode === element) held.remove();
    held = null;
  };
  return {
    element,
    draw({ fit, x, y, zoom, alt }: Studio['medium'], medium: Source | null): void {
      if (medium !== held) {
        drop();
        held = medium;
        medium?.addEventListener('load', loaded);
        medium?.addEventListener('loadeddata', loaded);
        if (medium) element.append(medium);
      }
      blurred.hidden = fit !== 'blur';
      if (!medium) return;
      loaded();
      if (alt) medium.setAttribute(medium instanceof HTMLVideoElement ? 'aria-label' : 'alt', alt);
      const at = `${x}% ${y}%`;
      const values = [fit === 'fill' ? 'cover' : 'contain', at, `scale(${zoom / 100})`, at];
      placing.forEach((name, index) => {
        medium.style.setProperty(name, values[index]!);
      });
    },
    drop,
  };
}
