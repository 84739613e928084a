import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { Refusal } from '#contracts/errors.ts';
import type { MediaType } from '#kernel/media-type.ts';
import { maxPixels } from './picture.ts';
import { runTool, ToolFailed } from './tools.ts';

/** What is known of a video that may be kept. */
export interface VideoFacts {
  width: number;
  height: number;
  /** Null when the file does not say. */
  duration_ms: number | null;
}

const posterWidth = 1080;
const probed = z.object({
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        duration: z.coerce.number().optional().catch(undefined),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
        tags: z.object({ rotate: z.coerce.number().optional().catch(undefined) }).optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .default([]),
  format: z.object({ duration: z.coerce.number().optional().catch(undefined) }).default({}),
});

const refuse = (words: string) => new Refusal('MediaRefused', words, [{ path: 'file', message: words }]);
const broken = () => refuse('This video is damaged or cannot be played.');

// The container is told, not guessed, so that a playlist or a script in disguise is never followed.
const container = ({ extension }: MediaType): string => (extension === 'webm' ? 'matroska' : 'mov');
const input = (path: string, type: MediaType) => [
  '-protocol_whitelist',
  'file',
  '-f',
  container(type),
  '-i',
  `file:${path}`,
];

const readProbe = (printed: string): z.infer<typeof probed> => {
  try {
    return probed.parse(JSON.parse(printed));
  } catch {
    throw broken();
  }
};

const failed = (error: unknown): unknown => (error instanceof ToolFailed ? broken() : error);

/** Reads a video's facts; refuses what holds no moving picture. */
export const probeVideo = async (path: string, type: MediaType, signal: AbortSignal): Promise<VideoFacts> => {
  const printed = await runTool(
    'ffprobe',
    ['-v', 'quiet', '-print_format', 'json', '-show_streams', '-show_format', ...input(path, type)],
    signal,
  ).catch((error) => {
    throw failed(error);
  });
  const { streams, format } = readProbe(printed);
  const stream = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  if (!stream) throw refuse('This file holds no video.');
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) throw broken();
  if (width * height > maxPixels) throw refuse('This video has too many pixels: at most 40 million.');
  const turn = stream.tags?.rotate ?? stream.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  const lies = Math.abs(turn) % 180 === 90;
  const seconds = format.duration ?? stream.duration;
  return {
    width: lies ? height : width,
    height: lies ? width : height,
    duration_ms: seconds !== undefined && seconds >= 0 && seconds < 2e6 ? Math.round(seconds * 1000) : null,
  };
};

/** Writes one early frame as a JPEG to `to`; refuses a video of which nothing can be decoded. */
export const makePoster = async (
  path: string,
  to: string,
  type: MediaType,
  facts: VideoFacts,
  signal: AbortSignal,
): Promise<void> => {
  // The very first frame is often black.
  const second = Math.min(1, (facts.duration_ms ?? 0) / 2000).toFixed(3);
  const take = async (at: string) => {
    const frame = [
      '-map',
      '0:V:0',
      '-frames:v',
      '1',
      '-vf',
      `scale='min(${posterWidth},iw)':-2`,
      '-pix_fmt',
      'yuvj420p',
    ];
    const output = [
      '-q:v',
      '3',
      '-map_metadata',
      '-1',
      '-f',
      'image2',
      '-c:v',
      'mjpeg',
      '-update',
      '1',
      '-y',
      `file:${to}`,
    ];
    await runTool(
      'ffmpeg',
      ['-v', 'quiet', '-nostdin', '-threads', '1', '-ss', at, ...input(path, type), ...frame, ...output],
      signal,
    );
    const { size } = await stat(to).catch(() => ({ size: 0 }));
    if (size === 0) throw new ToolFailed('no frame came out');
  };
  try {
    await take(second).catch((error) => {
      if (error instanceof ToolFailed) return take('0');
      throw error;
    });
  } catch (error) {
    throw failed(error);
  }
};
