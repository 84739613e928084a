import { useEffect, useMemo, useState } from 'react';
import { type ContrastSample, componentAt } from '#contracts/studio/check/checked.ts';
import { usualImageMs } from '#contracts/studio/kinds.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { type GroupCheckFacts, groupChecks, type StoryChecks } from '../checklist/group-checks.ts';
import type { StoryLength } from '../checklist/repair-time.ts';
import type { LayerProblem } from '../layers/layer-problem.ts';
import type { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';

/** What is wrong with the drafts of the group, as each part of the studio shows it. */
export interface Checks {
  checks: readonly StoryChecks[];
  samples: ReadonlyMap<string, ContrastSample>;
  length: StoryLength;
  /** What must be fixed, and what could be better, by story. */
  counts: ReadonlyMap<string, { errors: number; advice: number }>;
  errors: ReadonlyMap<string, number>;
  /** Of the story that is open: by field, and by component. */
  faults: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, LayerProblem>;
}

/** A pause in the changes of so many ms measures the contrast anew, and checks. */
const calmMs = 400;

/** The content as it was when it last stood still for a moment: what need not follow each step of a drag reads this. */
export function useCalmContent(editor: Editor): StoryContent {
  const [calm, setCalm] = useState(editor.state.content);
  useEffect(() => {
    let timer: number | undefined;
    let last = editor.state.content;
    setCalm(last);
    const stop = editor.subscribe(() => {
      const { content } = editor.state;
      if (content === last) return;
      last = content;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setCalm(content), calmMs);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [editor]);
  return calm;
}

/** The image or video of a story by itself, loaded; null where it has none or it can't be read. */
async function loadMedium({ type, media }: StoryContent): Promise<HTMLImageElement | HTMLVideoElement | null> {
  if (!media) return null;
  if (type === 1) {
    const image = Object.assign(new Image(), { src: media });
    return image.decode().then(
      () => image,
      () => null,
    );
  }
  const video = Object.assign(document.createElement('video'), { src: media, muted: true, preload: 'auto' });
  return new Promise((resolve) => {
    video.addEventListener('loadeddata', () => resolve(video), { once: true });
    video.addEventListener('error', () => resolve(null), { once: true });
  });
}

/** What was measured behind the words of a story, once it stands still. */
function useSamples(content: StoryContent, lengthMs: number): ReadonlyMap<string, ContrastSample> {
  const [samples, setSamples] = useState<ReadonlyMap<string, ContrastSample>>(new Map());
  const { studio, media, type } = content;
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles and rules change nothing of what is behind words
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const measure = async () => {
      const { measureContrast } = await import('../checklist/measure-contrast.ts');
      const medium = await loadMedium(content);
      if (signal.aborted) return;
      const found = await measureContrast({ studio, medium, lengthMs, signal });
      if (!signal.aborted) setSamples(found);
    };
    measure().catch(() => undefined);
    return () => over.abort();
  }, [studio, media, type, lengthMs]);
  return samples;
}

/** Checks the drafts of the group, with the story that is open as it last stood still. */
export function useChecks(
  entries: readonly StripEntry[],
  others: ReadonlyMap<string, StoryContent>,
  openId: string,
  content: StoryContent,
  { videoMs, hasOldSdk }: Pick<GroupCheckFacts, 'videoMs' | 'hasOldSdk'>,
): Checks {
  const lengthMs = content.type === 2 ? videoMs : (content.studio.duration_ms ?? usualImageMs);
  const samples = useSamples(content, lengthMs ?? usualImageMs);
  return useMemo(() => {
    const contents = new Map([...others, [openId, content]]);
    const checks = groupChecks(entries, contents, {
      now: Math.floor(Date.now() / 1000),
      openId,
      videoMs,
      samples,
      hasOldSdk,
    });
    const counts = new Map(
      checks.map(({ storyId, errors, advice }) => [storyId, { errors: errors.length, advice: advice.length }]),
    );
    const own = checks.find(({ storyId }) => storyId === openId);
    const faults = new Map<string, string>();
    const problems = new Map<string, LayerProblem>();
    for (const fault of [...(own?.advice ?? []), ...(own?.errors ?? [])]) {
      const one = componentAt(content.studio, fault.path);
      const isError = own?.errors.some((error) => error === fault);
      if (one) problems.set(one.component.id, isError ? 'error' : 'advice');
      if (isError) faults.set(fault.path, sayPhrase(fault.phrase));
    }
    return {
      checks,
      samples,
      length: { lengthMs, isVideo: content.type === 2 },
      counts,
      errors: new Map(checks.map(({ storyId, errors }) => [storyId, errors.length])),
      faults,
      problems,
    };
  }, [entries, others, openId, content, videoMs, samples, lengthMs, hasOldSdk]);
}
