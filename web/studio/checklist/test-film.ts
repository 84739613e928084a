import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpeg from '@ffmpeg-installer/ffmpeg';

/** A WebM video of two seconds: black, then white. */
export async function drawnFilm(): Promise<Buffer> {
  const place = await mkdtemp(join(tmpdir(), 'film-'));
  const file = join(place, 'film.webm');
  const color = (name: string) => ['-f', 'lavfi', '-i', `color=${name}:size=90x160:rate=12:duration=1`];
  const joined = ['-filter_complex', '[0][1]concat=n=2', '-c:v', 'libvpx', '-b:v', '200k'];
  await promisify(execFile)(ffmpeg.path, [...color('black'), ...color('white'), ...joined, file]);
  const bytes = await readFile(file);
  await rm(place, { recursive: true });
  return bytes;
}
