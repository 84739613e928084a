import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Has ffmpeg write a file with these arguments before its name; answers it. */
const written = async (name: string, args: readonly string[], from?: Buffer): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-video-'));
  try {
    const [input, output] = [join(dir, `from-${name}`), join(dir, name)];
    if (from) await writeFile(input, from);
    const all = ['-v', 'quiet', '-nostdin', ...(from ? ['-i', input] : []), ...args, '-y', output];
    await runTool('ffmpeg', all, new AbortController().signal);
    return await readFile(output);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** A real video of two seconds, made by the same tools; `extra` goes before the output. */
export const video = (format: 'mp4' | 'mov' | 'webm', extra: string[] = []): Promise<Buffer> => {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=2'];
  return written(`v.${format}`, [...source, '-c:v', codecs[format], '-pix_fmt', 'yuv420p', ...extra]);
};

/** A WebM with a tag that says how its picture is turned. While it encodes, an old ffmpeg drops such a tag. */
export const taggedWebm = async (degrees: number): Promise<Buffer> =>
  written('v.webm', ['-c', 'copy', '-metadata:s:v:0', `ROTATE=${degrees}`], await video('webm'));

/** Sound without a picture in the container of a video. */
export const soundOnly = (): Promise<Buffer> =>
  written('a.mp4', ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac']);

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

/** Every word of this is planted in `plantedVideo`, beside a place. */
export const planted = 'Planted';

const srt = `1\n00:00:00,000 --> 00:00:00,900\n${planted} subtitle\n`;
const vtt = `WEBVTT\n\n00:00.000 --> 00:00.900\n${planted} subtitle\n`;
const chapters = `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${planted} chapter\n`;
const notes = [
  ...['-metadata', `title=${planted} title`, '-metadata', `comment=${planted} comment`],
  ...['-metadata', 'location=+51.5-0.12/', '-metadata', 'creation_time=2020-01-01T00:00:00Z'],
  ...['-metadata:s:v:0', `handler_name=${planted} handler`, '-metadata:s:a:0', `title=${planted} track`],
];
const inWebm = ['-c:v', 'libvpx', '-c:a', 'libvorbis', '-strict', '-2', '-ac', '2', '-c:s', 'webvtt'];
const inMp4 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-c:s', 'mov_text', '-timecode', '01:00:00:00'];

/** The same Matroska file under WebM's name: WebM's own writer takes no attachment, a stranger's may. */
const asWebm = (file: Buffer): Buffer => {
  const at = file.indexOf('\x42\x82\x88matroska', 0, 'latin1');
  file.write('\x42\x82\x84webm\xec\x82\0\0', at, 'latin1');
  return file;
};

/**
 * A real video of a second with sound, a place, titles, chapters, subtitles and a data stream (WebM: an attachment).
 * `extra` goes before the output; its top left corner is red, the rest blue.
 */
export const plantedVideo = async (format: 'mp4' | 'mov' | 'webm', extra: string[] = []): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-video-'));
  try {
    const at = (name: string) => join(dir, name);
    const webm = format === 'webm';
    await Promise.all([writeFile(at('s.srt'), srt), writeFile(at('s.vtt'), vtt), writeFile(at('c'), chapters)]);
    await writeFile(at('a'), `${planted} attachment`);
    const attached = [
      '-attach',
      at('a'),
      '-metadata:s:t',
      'mimetype=text/plain',
      '-metadata:s:t',
      `filename=${planted}`,
    ];
    const inputs = [
      ...['-f', 'lavfi', '-i', 'color=red:s=32x24:r=10:d=1,pad=64:48:0:0:blue', '-f', 'lavfi', '-i', 'sine=d=1'],
      ...['-i', at(webm ? 's.vtt' : 's.srt'), '-i', at('c'), '-map', '0:v', '-map', '1:a', '-map', '2:s'],
    ];
    const made = at(webm ? 'v.mkv' : `v.${format}`);
    const output = [...(webm ? [...inWebm, ...attached] : inMp4), '-map_chapters', '3', ...notes, ...extra, '-y', made];
    await runTool('ffmpeg', ['-v', 'quiet', '-nostdin', ...inputs, ...output], new AbortController().signal);
    const content = await readFile(made);
    return webm ? asWebm(content) : content;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** An MP4 or MOV as a phone held upright writes it: its first track lies on its side, with a display matrix that turns it. */
export const asTakenUpright = (content: Buffer): Buffer => {
  const turned = Buffer.from(content);
  // Type, version, three times and an id, length, and what is reserved stand before the matrix.
  const at = turned.indexOf('tkhd') + 44;
  for (const [place, value] of [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].entries())
    turned.writeInt32BE(value, at + place * 4);
  return turned;
};
