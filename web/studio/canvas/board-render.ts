import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { fontUses } from '../../player/render/font-uses.ts';
import { loadFonts } from '../../player/render/fonts.ts';
import { createRender } from '../../player/render/render.ts';
import { renderWordsFor, wordsFor } from '../../player/words.ts';
import { changeComponent } from '../edits/components.ts';
import { mainWords } from '../edits/words.ts';
import type { Editor } from '../state/editor.ts';
import { editedWords } from './words-edited.ts';

const locale = 'en';
/** Where the files of the SDK are, fonts among them. */
const sdkFiles = '/sdk/v1/';
/** Fonts are asked for once nothing has changed for so long, in ms. */
const restMs = 150;

/** A design in which the words that are edited in place take their room and are not seen. */
function veiled(design: Studio, id: string | null): Studio {
  const one = id === null ? undefined : flatten(design).find(({ component }) => component.id === id);
  const main = one && mainWords(one);
  if (!main || id === null) return design;
  return changeComponent(design, { id, changes: { [main.field]: main.text.replace(/\S/gu, '\u00a0') || '\u00a0' } });
}

/** A film stands at the moment that is shown, or runs along with what plays. */
function follow(medium: HTMLElement | null, time: number | null, playing: boolean): void {
  if (!(medium instanceof HTMLVideoElement)) return;
  const due = (time ?? 0) / 1000;
  // What runs is set right only where it went astray.
  const near = playing ? 0.3 : 0.02;
  if (Math.abs(medium.currentTime - due) > near) medium.currentTime = due;
  if (playing === medium.paused) {
    if (playing) void medium.play().catch(() => {});
    else medium.pause();
  }
}

/** The story's own image or video, to be laid on the canvas. */
function mediumOfFile(type: 1 | 2, src: string, poster: string | null, onVideoMs?: (ms: number) => void) {
  if (type === 1) {
    const image = document.createElement('img');
    image.alt = '';
    image.draggable = false;
    image.src = src;
    return image;
  }
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src, ...(poster !== null && { poster }) });
  video.addEventListener('loadedmetadata', () => {
    if (Number.isFinite(video.duration)) onVideoMs?.(Math.round(video.duration * 1000));
  });
  return video;
}

/** The medium that a board shows. */
export interface BoardMedium {
  type: 1 | 2;
  src: string | null;
  poster: string | null;
  /** Called with the length of a video, in ms, once it is known. */
  onVideoMs?: ((ms: number) => void) | undefined;
}

/** Draws what an editor holds, as the player does, and keeps it up to date; answers how to stop it. */
export function drawBoard(
  host: HTMLElement,
  editor: Editor,
  { type, src, poster, onVideoMs }: BoardMedium,
): () => void {
  const words = renderWordsFor(wordsFor(locale), locale, new Map());
  const render = createRender(host, { words, rtl: false });
  const medium = src === null ? null : mediumOfFile(type, src, poster, onVideoMs);
  let drawn: Studio | null = null;
  let edited: string | null = null;
  let fonts: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    const { content, time, playing } = editor.state;
    if (content.studio !== drawn || editedWords.value !== edited) {
      clearTimeout(fonts);
      fonts = setTimeout(() => void loadFonts(sdkFiles, fontUses(content.studio, words)), drawn ? restMs : 0);
      drawn = content.studio;
      edited = editedWords.value;
      render.update(veiled(drawn, edited), { medium });
    }
    render.at(time);
    follow(medium, time, playing);
  };
  draw();
  const stops = [editor.subscribe(draw), editedWords.subscribe(draw)];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(fonts);
    render.dispose();
  };
}
