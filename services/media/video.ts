import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { MediaType } from '#kernel/media/media-type.ts';
import { maxPixels } from './picture.ts';
import { ToolFailed } from './tools.ts';
import type { VideoTools } from './video-tools.ts';

/** What is known of a video that may be kept. */
export interface VideoFacts {
  width: number;
  height: number;
  /** Null when the file does not say. */
  duration_ms: number | null;
}

const posterWidth = 1080;
const tags = z.record(z.string(), z.string()).default({});
const probed = z.object({
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: z.string().optional(),
        codec_name: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        duration: z.coerce.number().optional().catch(undefined),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
        tags,
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .default([]),
  chapters: z.array(z.object({})).default([]),
  format: z.object({ duration: z.coerce.number().optional().catch(undefined), tags }).default({ tags: {} }),
});
/** What ffprobe says of a file, and of one of its streams. */
export type Probe = z.infer<typeof probed>;
export type Stream = Probe['streams'][number];

export const refuseVideo = (said: Phrase) => refusalAt('file', 'MediaRefused', said);
const broken = () => refuseVideo(mediaWords.videoDamaged);
const tooSlow = () => new Refusal('Unavailable', mediaWords.videoWaits);

// The container is told, not guessed, so that a playlist or a script in disguise is never followed.
const container = ({ extension }: MediaType): string => (extension === 'webm' ? 'matroska' : 'mov');

/** The arguments that name a video as what is read. */
export const videoInput = (path: string, type: MediaType) => [
  '-protocol_whitelist',
  'file',
  '-f',
  container(type),
  '-i',
  `file:${path}`,
];

const readProbe = (printed: string): Probe => {
  try {
    return probed.parse(JSON.parse(printed));
  } catch {
    throw broken();
  }
};

/** What a caller is told when a tool did not get through: the file is damaged, or there was no time for it. */
export const toolRefusal = (error: unknown): unknown => {
  if (!(error instanceof ToolFailed)) return error;
  return error.late ? tooSlow() : broken();
};

/** Asks ffprobe about a video; refuses what it cannot read. */
export const probe = async (tools: VideoTools, path: string, type: MediaType, signal: AbortSignal): Promise<Probe> => {
  const asked = ['-v', 'quiet', '-print_format', 'json', '-show_streams', '-show_format', '-show_chapters'];
  const errand = { input: path, args: (input: string) => [...asked, ...videoInput(input, type)] };
  return readProbe(
    await tools.run('ffprobe', errand, signal).catch((error) => {
      // Of a file that it has opened it prints something, also of a damaged one: without a word, it was never begun.
      throw error instanceof ToolFailed && error.silent ? tooSlow() : toolRefusal(error);
    }),
  );
};

/** The moving picture among a file's streams. */
export const pictureOf = ({ streams }: Probe): Stream | undefined =>
  streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);

/** How far a picture is turned when it is shown, in degrees, by its display matrix or the tag that WebM has instead. */
export const rotationOf = (stream: Stream): number => {
  const matrix = stream.side_data_list?.find((one) => one.rotation !== undefined)?.rotation;
  return matrix ?? -Number(rotateTag(stream) ?? 0);
};

/** The old tag, as it stands in a stream or at the head of a file; null when it says nothing. */
export const rotateTag = ({ tags }: Pick<Stream, 'tags'>): string | null => {
  const value = tags.rotate ?? tags.ROTATE ?? '';
  return /^-?(?:90|180|270)$/.test(value) ? value : null;
};

/** The facts of a video; refuses what holds no moving picture. */
export const factsOf = (probe: Probe): VideoFacts => {
  const stream = pictureOf(probe);
  if (!stream) throw refuseVideo(mediaWords.videoMissing);
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) throw broken();
  if (width * height > maxPixels) throw refuseVideo(mediaWords.videoPixels);
  const lies = Math.abs(rotationOf(stream)) % 180 === 90;
  const seconds = probe.format.duration ?? stream.duration;
  return {
    width: lies ? height : width,
    height: lies ? width : height,
    duration_ms: seconds !== undefined && seconds >= 0 && seconds < 2e6 ? Math.round(seconds * 1000) : null,
  };
};

const frame = ['-map', '0:V:0', '-frames:v', '1', '-vf', `scale='min(${posterWidth},iw)':-2`, '-pix_fmt', 'yuvj420p'];
const jpeg = ['-q:v', '3', '-map_metadata', '-1', '-f', 'image2', '-c:v', 'mjpeg', '-update', '1', '-y'];

/** Writes one early frame as a JPEG to `to`; refuses a video of which nothing can be decoded. */
export const makePoster = async (
  tools: VideoTools,
  { from, to, type }: { from: string; to: string; type: MediaType },
  facts: VideoFacts,
  signal: AbortSignal,
): Promise<void> => {
  // The very first frame is often black.
  const second = Math.min(1, (facts.duration_ms ?? 0) / 2000).toFixed(3);
  const take = async (at: string) => {
    const args = (input: string, output: string) => [
      ...['-v', 'quiet', '-nostdin', '-threads', '1', '-ss', at],
      ...videoInput(input, type),
      ...frame,
      ...jpeg,
      `file:${output}`,
    ];
    await tools.run('ffmpeg', { input: from, output: to, args }, signal);
    const { size } = await stat(to).catch(() => ({ size: 0 }));
    if (size === 0) throw new ToolFailed('no frame came out');
  };
  try {
    await take(second).catch((error) => {
      if (error instanceof ToolFailed && !error.late) return take('0');
      throw error;
    });
  } catch (error) {
    throw toolRefusal(error);
  }
};
