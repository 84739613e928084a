import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { measureContrast } from './measure-contrast.ts';

/** What the page of the tests lends them: a design measured over a picture or a video, and how many turns others had. */
export interface MeasurePage {
  measure(given: {
    studio: Studio;
    image?: string;
    video?: string;
    lengthMs?: number;
  }): Promise<{ samples: [string, ContrastSample][]; turns: number }>;
}

const loaded = async (image?: string, video?: string) => {
  if (image) {
    const picture = Object.assign(new Image(), { src: image });
    await picture.decode();
    return picture;
  }
  if (!video) return null;
  // A server that sends no parts of a file lets nobody wind it.
  const src = URL.createObjectURL(await (await fetch(video)).blob());
  const film = Object.assign(document.createElement('video'), { src, muted: true, preload: 'auto' });
  await new Promise((done) => film.addEventListener('loadeddata', done, { once: true }));
  return film;
};

const page: MeasurePage = {
  async measure({ studio, image, video, lengthMs = 7000 }) {
    const medium = await loaded(image, video);
    let turns = 0;
    let timer = setTimeout(function other() {
      turns += 1;
      timer = setTimeout(other);
    });
    const samples = [...(await measureContrast({ studio, medium, lengthMs }))];
    clearTimeout(timer);
    return { samples, turns };
  },
};
Object.assign(window, { contrast: page });
