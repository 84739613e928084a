import type { UnixSeconds } from '../../time.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { StoryConditions } from '../conditions.ts';
import { type FlatComponent, flatten } from '../flat.ts';
import { usualImageMs } from '../kinds.ts';
import type { RouteStory } from '../resting.ts';
import type { Studio } from '../shape.ts';
import type { Rgb } from './contrast.ts';

/** What of a story is checked before it is published. */
export interface DesignContent {
  title: string;
  type: 1 | 2;
  /** Whether it has an image or a video. */
  hasMedium: boolean;
  studio: Studio | null;
  conditions: StoryConditions | null;
}

/** What a check knows beside the story. */
export interface DesignFacts {
  now: UnixSeconds;
  /** How long its video is, in ms; null where that is not known. */
  videoMs: number | null;
  /** The published design, to tell what is new in this one; null where there is none. */
  before: Studio | null;
  /** The stories of its group that are not deleted and come after it. */
  laterStories: ReadonlySet<string>;
}

/** How long a story is shown, in ms; null for a video whose length is not known. */
export const storyMs = (
  { type, studio }: Pick<DesignContent, 'type' | 'studio'>,
  videoMs: number | null,
): number | null => (type === 2 ? videoMs : (studio?.duration_ms ?? usualImageMs));

/** Codes of what stops a design from being published. */
const designFaultCodes = [
  'media_missing',
  'title_missing',
  'link_text',
  'link_missing',
  'options',
  'countdown_past',
  'window',
  'off_canvas',
  'target_small',
  'tag_incomplete',
  'flow_target',
  'flow_value',
] as const;
export type DesignFaultCode = (typeof designFaultCodes)[number];

/** Something that stops a design: where (`studio.pollData.0.options`), of what code, and in words. */
export interface DesignFault {
  path: string;
  code: DesignFaultCode;
  phrase: Phrase;
}

/** Where a field of a component stands in a story. */
export const pathOf = ({ list, at }: FlatComponent, field: string): string => `studio.${list}.${at}.${field}`;

/** What lies behind the words of a component, where that is no plain color: measured on its picture or video. */
export interface ContrastSample {
  /** The contrast that nine tenths of what is behind the words reach, and the least that they are read with. */
  ratio: number;
  needs: number;
  /** When it was measured, in ms of the story. */
  at: number;
  /** What is behind, nearly the darkest and nearly the lightest of it. */
  dark: Rgb;
  light: Rgb;
}

/** What advice knows beside the story. */
export interface AdviceFacts extends Pick<DesignFacts, 'videoMs'> {
  /** Of its image or video, in pixels; null where that is not known. */
  mediumSize: { width: number; height: number } | null;
  /** By component, of those that were measured. */
  samples: ReadonlyMap<string, ContrastSample>;
  /** The stories of its group as they would be delivered, in order, with this one among them. */
  group: readonly RouteStory[];
  storyId: string;
  /** Whether viewers have SDKs that know no conditions. */
  hasOldSdk: boolean;
}

/** Codes of what would be better otherwise. */
const designAdviceCodes = [
  'contrast',
  'target_tight',
  'alt_missing',
  'safe_area',
  'overlap',
  'reading_time',
  'window_short',
  'picture_small',
  'link_http',
  'fonts_many',
  'flow_unreached',
  'flow_both',
  'flow_old_sdk',
] as const;
export type DesignAdviceCode = (typeof designAdviceCodes)[number];

/** Something that would be better otherwise, and never stops a design. */
export interface DesignAdvice {
  path: string;
  code: DesignAdviceCode;
  phrase: Phrase;
  /** Of `contrast`: what it is, and what it has to be. */
  contrast?: Pick<ContrastSample, 'ratio' | 'needs'>;
  /** Of `reading_time` and `window_short`: how long would be enough, in ms. */
  ms?: number;
}

/** The component that a path of a fault lies in; undefined where it is the story's own. */
export function componentAt(studio: Studio | null, path: string): FlatComponent | undefined {
  const [, list, at] = /^studio\.(\w+Data)\.(\d+)(?:\.|$)/.exec(path) ?? [];
  return studio && list ? flatten(studio).find((one) => one.list === list && one.at === Number(at)) : undefined;
}

/** Under what an advice is set aside: by its component, whose place may change, or where it has none by its path. */
export const ignoredKey = ({ code, path }: Pick<DesignAdvice, 'code' | 'path'>, studio: Studio | null): string =>
  `${code} ${componentAt(studio, path)?.component.id ?? path}`;
