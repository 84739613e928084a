import type { UnixSeconds } from '../../time.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { StoryConditions } from '../conditions.ts';
import type { FlatComponent } from '../flat.ts';
import type { Studio } from '../shape.ts';

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
