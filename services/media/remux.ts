import { stat } from 'node:fs/promises';
import type { MediaType } from '#kernel/media-type.ts';
import type { ChildLimits } from './tools.ts';
import {
  factsOf,
  type Probe,
  pictureOf,
  probe,
  refuseVideo,
  rotateTag,
  toolRefusal,
  turnOf,
  type VideoFacts,
  videoInput,
} from './video.ts';
import type { VideoTools } from './video-tools.ts';

// 440 MB took 0.7 s of CPU and, with its two passes over a busy disk, 7 s. A slow disk may need minutes.
const copying = { cpuSeconds: 60, wallMs: 150_000 };
const limitsFor = (bytes: number): ChildLimits => ({
  ...copying,
  fileBytes: Math.ceil(bytes * 1.2) + 16 * 1024 * 1024,
});

const cannot = () => refuseVideo('This video cannot be kept without the notes inside it. Export it again as MP4.');

/** Tags that containers carry in any case: they say what the file is, not who made it, where or when. */
const plainFormatTags = new Set(['major_brand', 'minor_version', 'compatible_brands', 'encoder']);
const plainStreamTags = new Set(['language', 'vendor_id', 'duration', 'rotate']);
// Matroska must name a program; told to be exact, it leaves out which version.
const plainEncoder = 'Lavf';

const names = (tags: Record<string, string>) => Object.keys(tags).map((name) => name.toLowerCase());

/** Whether a file holds a picture and sound and nothing besides. */
export const isPlain = (found: Probe): boolean => {
  const { streams, chapters, format } = found;
  const others = streams.filter((one) => one !== pictureOf(found));
  return (
    others.length === streams.length - 1 &&
    others.every((one) => one.codec_type === 'audio') &&
    chapters.length === 0 &&
    streams.every(({ tags }) => names(tags).every((name) => plainStreamTags.has(name))) &&
    names(format.tags).every((name) => plainFormatTags.has(name)) &&
    [undefined, plainEncoder].includes(format.tags.encoder)
  );
};

const muxer = ({ extension }: MediaType): string[] =>
  extension === 'webm'
    ? ['-f', 'webm']
    : ['-movflags', '+faststart', '-empty_hdlr_name', '1', '-write_tmcd', '0', '-f', extension];

/** Which streams stay: the first moving picture, and sound that has a name, since one without cannot be copied. */
const kept = ({ streams }: Probe): string[] =>
  streams
    .filter((one) => one.codec_type === 'audio' && one.codec_name && one.codec_name !== 'unknown')
    .flatMap(({ index }) => ['-map', `0:${index}`]);

/**
 * Writes a video anew to `to` with its picture and its sound as they are and nothing else: no metadata, chapters, data,
 * subtitles or attachments. The same video gives the same file. It stays turned as it was: MP4 and MOV keep the
 * display matrix, WebM its tag. Answers its facts; refuses with MediaRefused what cannot be written so.
 */
export const remuxVideo = async (
  tools: VideoTools,
  { from, to, type }: { from: string; to: string; type: MediaType },
  signal: AbortSignal,
): Promise<VideoFacts> => {
  const before = await probe(tools, from, type, signal);
  factsOf(before);
  const picture = pictureOf(before)!;
  const turned = type.extension === 'webm' ? rotateTag(picture) : null;
  const args = (input: string, output: string) => [
    ...['-v', 'quiet', '-nostdin'],
    ...videoInput(input, type),
    ...['-map', '0:V:0', ...kept(before), '-c', 'copy', '-max_muxing_queue_size', '4096', '-strict', '-2'],
    ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    // In capitals: small ones would make a display matrix of it, which this container has no place for.
    ...(turned ? ['-metadata:s:v:0', `ROTATE=${turned}`] : []),
    ...muxer(type),
    ...['-y', `file:${output}`],
  ];
  const { size } = await stat(from);
  await tools.run('ffmpeg', { input: from, output: to, args, limits: limitsFor(size) }, signal).catch((error) => {
    const refusal = toolRefusal(error);
    // It was read before, so what failed is the writing.
    throw (refusal as { code?: string }).code === 'MediaRefused' ? cannot() : refusal;
  });
  const after = await probe(tools, to, type, signal);
  const facts = factsOf(after);
  if (!isPlain(after) || turnOf(pictureOf(after)!) !== turnOf(picture)) throw cannot();
  return facts;
};
