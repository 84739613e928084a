import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { runTool } from './tools.ts';

/** A real picture of the given type, with a gradient so that it is no trivial one. */
export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif', width = 60, height = 40): Promise<Buffer> => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7) % 256));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
};

/** A real moving picture of three frames. */
export const movingPicture = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
};

const codecs = { mp4: 'libx264', mov: 'libx264', webm: 'libvpx' };

/** A real video of two seconds, made by the same tools; `extra` goes before the output. */
export const video = async (format: 'mp4' | 'mov' | 'webm', extra: string[] = []): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-video-'));
  try {
    const path = join(dir, `v.${format}`);
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=2'];
    const output = ['-c:v', codecs[format], '-pix_fmt', 'yuv420p', ...extra, '-y', path];
    await runTool('ffmpeg', ['-v', 'quiet', '-nostdin', ...source, ...output], new AbortController().signal);
    return await readFile(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Sound without a picture in the container of a video. */
export const soundOnly = async (): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-sound-'));
  try {
    const path = join(dir, 'a.mp4');
    const args = ['-v', 'quiet', '-nostdin', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', '-y', path];
    await runTool('ffmpeg', args, new AbortController().signal);
    return await readFile(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

interface FormPart {
  name: string;
  content: Buffer | string;
  filename?: string;
  type?: string;
}

/** A multipart body and the header that goes with it. */
export const form = (...parts: FormPart[]): { body: Buffer; headers: Record<string, string> } => {
  const boundary = `form-${randomBytes(12).toString('hex')}`;
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n`,
    type ? `content-type: ${type}\r\n\r\n` : '\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};
