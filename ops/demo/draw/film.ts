import { readFile, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { Refusal } from '#contracts/api/errors.ts';
import { runTool, ToolFailed } from '#services/media/tools.ts';
import type { Draft } from './draft.ts';

/** A short video: a still ground, and a layer before it that sways. */
export interface Film {
  ground: Draft;
  layer: Draft;
}

const seconds = 6;
const framesPerSecond = 15;
const width = 540;

const still = (path: string) => ['-f', 'image2', '-c:v', 'png', '-i', path];
// Each still is decoded once and repeated by a filter: reading it again for every frame would cost more than all the
// rest.
const held = `loop=loop=${seconds * framesPerSecond}:size=1:start=0,setpts=N/${framesPerSecond}/TB`;

/**
 * Draws a film of six seconds as MP4; null when ffmpeg is missing or cannot do it here. `fresh` gives paths for
 * unfinished files.
 */
export const renderFilm = async (film: Film, fresh: () => string): Promise<Buffer | null> => {
  const [ground, layer, made] = [fresh(), fresh(), fresh()];
  try {
    for (const [draft, path] of [
      [film.ground, ground],
      [film.layer, layer],
    ] as const)
      await sharp(Buffer.from(draft())).resize({ width }).png({ compressionLevel: 1 }).toFile(path);
    const moved = `overlay=x='8*sin(2*PI*t/${seconds})':y='20*sin(4*PI*t/${seconds})':shortest=1`;
    const sway = `[0:v]${held},format=yuv420p[g];[1:v]${held},format=yuva420p[l];[g][l]${moved},format=yuv420p[out]`;
    const coding = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-r',
      String(framesPerSecond),
      '-t',
      String(seconds),
      '-crf',
      '24',
      '-threads',
      '1',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
    ];
    await runTool(
      'ffmpeg',
      [
        '-v',
        'quiet',
        '-nostdin',
        ...still(ground),
        ...still(layer),
        '-filter_complex',
        sway,
        '-map',
        '[out]',
        ...coding,
        '-y',
        made,
      ],
      AbortSignal.timeout(60_000),
    );
    return await readFile(made);
  } catch (error) {
    if (error instanceof ToolFailed || error instanceof Refusal) return null;
    throw error;
  } finally {
    for (const path of [ground, layer, made]) await rm(path, { force: true });
  }
};
