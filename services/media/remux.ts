import { stat } from 'node:fs/promises';
import { Refusal } from '#contracts/api/errors.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import type { MediaType } from '#kernel/media/media-type.ts';
import {
  factsOf,
  type Probe,
  pictureOf,
  probe,
  refuseVideo,
  rotateTag,
  rotationOf,
  type Stream,
  toolRefusal,
  type VideoFacts,
  videoInput,
} from './video.ts';
import type { VideoTools } from './video-tools.ts';

// 440 MB took 0.7 s of CPU and, with its two passes over a busy disk, 7 s. A slow disk may need minutes.
const copying = { cpuSeconds: 60, wallMs: 150_000 };
/** The most that a file of so many bytes may become. */
const largestOf = (bytes: number): number => Math.ceil(bytes * 1.2) + 16 * 1024 * 1024;

const cannot = () => refuseVideo(mediaWords.videoNotes);

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

/** The tag that alone says how an MP4 or MOV is turned: at its picture, or at the head of the file; else null. */
const loneTag = ({ format }: Probe, picture: Stream, { extension }: MediaType): string | null => {
  const hasMatrix = picture.side_data_list?.some(({ rotation }) => rotation !== undefined);
  return extension === 'webm' || hasMatrix ? null : (rotateTag(picture) ?? rotateTag(format));
};

/** Arguments of ffmpeg before its input and before its output. */
interface Way {
  before: string[];
  after: string[];
}

/**
 * Ways to have a picture turned in what is written as it was, of which the first that does it counts. What a matrix turns
 * stays so by itself. A tag becomes a matrix by a word that ffmpeg knows until 6, and by another since.
 */
const waysToTurn = (picture: Stream, tag: string | null, { extension }: MediaType): Way[] => {
  const ofWebm = extension === 'webm' ? rotateTag(picture) : null;
  // In capitals: small ones would make a display matrix of it, which this container has no place for.
  if (ofWebm) return [{ before: [], after: ['-metadata:s:v:0', `ROTATE=${ofWebm}`] }];
  if (tag === null) return [{ before: [], after: [] }];
  const degrees = String(-Number(tag));
  return [
    { before: [], after: ['-metadata:s:v:0', `rotate=${degrees}`] },
    { before: ['-display_rotation:v:0', degrees], after: [] },
  ];
};

const isTurned = (one: number, other: number): boolean => (one - other) % 360 === 0;

/**
 * Writes a video anew to `to` with its picture and its sound as they are and nothing else: no metadata, chapters, data,
 * subtitles or attachments. The same video gives the same file. It stays turned as it was: MP4 and MOV by a display
 * matrix, also where only the old tag said so, WebM by its tag. Answers its facts; refuses with MediaRefused what cannot
 * be written so, with DiskFull where there is no room for it.
 */
export const remuxVideo = async (
  tools: VideoTools,
  { from, to, type }: { from: string; to: string; type: MediaType },
  signal: AbortSignal,
): Promise<VideoFacts> => {
  const found = await probe(tools, from, type, signal);
  factsOf(found);
  const picture = pictureOf(found)!;
  const { size } = await stat(from);
  const fileBytes = largestOf(size);
  // A tool that finds no room ends as it does on a damaged file.
  if ((await tools.freeBytes()) < fileBytes) throw new Refusal('DiskFull');
  const write = async ({ before, after }: Way) => {
    const args = (input: string, output: string) => [
      ...['-v', 'quiet', '-nostdin', ...before],
      ...videoInput(input, type),
      ...['-map', '0:V:0', ...kept(found), '-c', 'copy', '-max_muxing_queue_size', '4096', '-strict', '-2'],
      ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
      ...[...after, ...muxer(type)],
      ...['-y', `file:${output}`],
    ];
    await tools.run('ffmpeg', { input: from, output: to, args, limits: { ...copying, fileBytes } }, signal);
    return probe(tools, to, type, signal);
  };
  const tag = loneTag(found, picture, type);
  const turn = tag === null ? rotationOf(picture) : -Number(tag);
  for (const way of waysToTurn(picture, tag, type)) {
    const made = await write(way).catch((error) => {
      const refusal = toolRefusal(error);
      // It was read before, so what failed is the writing.
      if ((refusal as { code?: string }).code !== 'MediaRefused') throw refusal;
      return null;
    });
    if (made && isPlain(made) && isTurned(rotationOf(pictureOf(made)!), turn)) return factsOf(made);
  }
  throw cannot();
};
