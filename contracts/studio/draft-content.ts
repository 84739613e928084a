import type { UnixSeconds } from '../time.ts';
import type { StoryConditions } from './conditions.ts';
import type { Studio } from './shape.ts';

/** What is drawn of a story before it is published. In answers media are addresses, in tables keys of the file store. */
export interface DraftContent {
  /** '' while it has none. */
  title: string;
  /** 1: image, 2: video. */
  type: 1 | 2;
  media: string | null;
  thumbnail: string | null;
  studio: Studio | null;
  conditions: StoryConditions | null;
  /** Advice that was set aside, by its keys. */
  ignored: string[];
}

/** A draft without anything in it. */
export const emptyDraft: DraftContent = {
  title: '',
  type: 1,
  media: null,
  thumbnail: null,
  studio: null,
  conditions: null,
  ignored: [],
};

/** A draft as it stands. */
export interface Draft {
  story_id: string;
  story_group_id: string;
  /** Counts its saves; the next save says it in If-Match. */
  rev: number;
  /** Version of the published story that it began from; null for a new story. */
  base_version: number | null;
  /** Who saved it last. */
  user_id: string;
  ts_created: UnixSeconds;
  ts_updated: UnixSeconds;
  /** Who writes it at the moment, and until when nobody else may; null: nobody. */
  held_by: string | null;
  held_until: UnixSeconds | null;
}

/** What refuses to publish a draft as it stands. */
export interface DraftCheck {
  /** As in `studio.pollData.0.options`. */
  path: string;
  code: string;
  message: string;
}

/** A row of GET /story/drafts. */
export interface DraftRow extends Draft {
  title: string;
  type: 1 | 2;
  media: string | null;
  thumbnail: string | null;
}

/** The answer of GET /story/draft. */
export interface DraftAnswer {
  draft: (Draft & { content: DraftContent }) | null;
  /** The story as it is published; a link without a design of its own is a swipe. Null for a new story. */
  published: DraftContent | null;
  /** Version of the published story; null for a new one. */
  version: number | null;
  /** The story was changed after the draft began from it. */
  outdated: boolean;
  checks: DraftCheck[];
}

/** `data` of a 412: how the draft stands; after it was published or discarded `rev` is 0 and `content` null. */
export interface MovedDraft {
  rev: number;
  content: DraftContent | null;
  /** Who saved, published or discarded it. */
  user_id: string | null;
}

/** `data` of 409 `DraftHeld`: who writes the story, and until when. */
export interface DraftHolder {
  user_id: string;
  until: UnixSeconds;
}

/** An earlier form of a story. */
export interface Revision {
  kind: 'draft' | 'published';
  /** Of a draft its rev, of what was published the version. */
  version: number;
  ts: UnixSeconds;
  /** Who saved or published it. */
  actor: { id: string | null; type: string; name: string };
  sentence: string;
  content: DraftContent;
}
