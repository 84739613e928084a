import type { StoryConditions } from '#contracts/studio/conditions.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { UploadedFile } from '../../api/upload.ts';
import type { PictureCrop } from '../../crop/picture-crop.ts';
import type { StoryWords } from './upload-checks.ts';

/** One file on its way to become a story. */
export interface Upload extends StoryWords {
  id: string;
  groupId: string;
  file: File;
  /** The picture to show meanwhile; null for a video without a poster yet. */
  preview: string | null;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  progress: number;
  problem: string | null;
  /** Whether trying again can help. */
  retryable: boolean;
  errors: Record<string, string>;
  stored: UploadedFile | null;
  deep_link?: string;
  /** The design and the rules of a story that is copied. */
  studio?: Studio | null;
  conditions?: StoryConditions | null;
  /** Whether some of its rules are not copied. */
  losesRules?: boolean;
  /** Not to be added with the others. */
  leftOut?: boolean;
  /** What it was cropped from, once it was. */
  cropped?: PictureCrop | undefined;
}

/** The stories that are being made for one group. */
export interface UploadBatch {
  groupId: string;
  groupTitle: string;
  path: string;
  /** The status that the stories get; set once the person has asked to add them. */
  status: 1 | 2 | null;
  adding: boolean;
  /** What is said when the stories were added, instead of the answer's own words. */
  thanks: string | null;
  /** Makes a repeated request for the same stories safe. */
  key: string;
  uploads: readonly Upload[];
}

/** What happened to a batch, for the messages on the screen. */
export type UploadNews =
  | { kind: 'added'; groupId: string; text: string }
  | { kind: 'refused'; groupId: string; text: string | null };

/** The group that stories are made for, and the address where they are finished. */
export interface UploadDestination {
  id: string;
  title: string;
  path: string;
}

/** A story whose media are uploads of the account. */
export interface ReadyStory extends StoryWords {
  id: string;
  deep_link: string;
  /** With component ids of its own. */
  studio: Studio | null;
  /** Those that hold in whichever group. */
  conditions: StoryConditions | null;
  /** Whether it had others, too. */
  losesRules: boolean;
  stored: UploadedFile;
}
