import { z } from 'zod';
import { id, queryInt, safeCount, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mediaUrl } from '../api/media.ts';
import { text } from '../api/text.ts';
import { actorRow } from '../audit/rows.ts';
import { draftWords } from '../words/drafts.en.ts';
import { storyGroupFieldWords } from '../words/story-group-fields.en.ts';
import { worded } from '../words/worded.ts';
import { boundedList } from './components/bounded-list.ts';
import { storyConditions } from './conditions.ts';
import type { DraftAnswer, DraftCheck, DraftContent, DraftRow, Revision } from './draft-content.ts';
import { draftLimits } from './draft-limits.ts';
import { studioShape } from './shape.ts';
import { studio } from './studio.ts';

/** A draft's content as it is sent: what is left out is empty. */
export const sentDraft = z.strictObject({
  title: text({ max: limits.storyTitle }).optional(),
  type: z.literal([1, 2], worded(storyGroupFieldWords.storyType)).optional(),
  media: mediaUrl.nullable().optional(),
  thumbnail: mediaUrl.nullable().optional(),
  studio: studio.nullable().optional(),
  conditions: storyConditions.nullable().optional(),
  ignored: boundedList(text({ min: 1, max: draftLimits.ignoredKey }), [0, draftLimits.ignored]).optional(),
});
export type SentDraft = z.infer<typeof sentDraft>;

/** POST /story/draft: a new story's draft, empty, with content, or as a copy of a story. */
export const newDraft = z.strictObject({
  story_group_id: id,
  content: sentDraft.optional(),
  from: id.optional(),
});
export type NewDraft = z.infer<typeof newDraft>;

/** PUT /story/draft. */
export const saveDraft = z.strictObject({
  story_id: id,
  content: sentDraft,
  /** Version of the published story that the content was made from or brought together with. */
  version: safeCount.optional(),
});

export const draftQuery = z.strictObject({ story_id: id });
/** GET /story/revisions; `before` is the `next` of the page before. */
export const storyRevisionsQuery = z.strictObject({
  story_id: id,
  limit: queryInt(1, draftLimits.revisions).optional(),
  before: z
    .string()
    .regex(/^\d{1,10}\.\d{1,10}$/, worded(draftWords.revisionsBefore))
    .optional(),
});
export type RevisionsQuery = z.infer<typeof storyRevisionsQuery>;
export const draftsQuery = z.strictObject({ story_group_id: id });

const changeKey = text({ min: 1, max: draftLimits.changeKey });

/** POST /story/publish. */
export const publishDrafts = z.strictObject({
  story_group_id: id,
  drafts: boundedList(
    z.strictObject({
      story_id: id,
      rev: safeCount,
      /** Version of the published story that was looked at. */
      version: safeCount.optional(),
      /** Keys of the changes that stay in the draft. */
      leave_out: boundedList(changeKey, [0, draftLimits.leftOut]).optional(),
    }),
    [1, draftLimits.publishedAtOnce],
  ).refine(
    (drafts) => new Set(drafts.map(({ story_id }) => story_id)).size === drafts.length,
    worded(draftWords.storyTwice),
  ),
  /** Of new stories; the others keep theirs. */
  status: z.literal([1, 2], worded(storyGroupFieldWords.storyNewStatus)).optional(),
});
export type PublishDrafts = z.infer<typeof publishDrafts>;

const shownFields = {
  title: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  media: z.string().nullable(),
  thumbnail: z.string().nullable(),
};

/** A draft's content as it is answered. */
export const draftContent: z.ZodType<DraftContent> = z.object({
  ...shownFields,
  studio: studioShape.nullable(),
  conditions: storyConditions.nullable(),
  ignored: z.array(z.string()),
});

const draftFields = {
  story_id: id,
  story_group_id: id,
  rev: z.int(),
  base_version: z.int().nullable(),
  user_id: id,
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  held_by: id.nullable(),
  held_until: unixSeconds.nullable(),
};

/** A draft in a list, without its design. */
export const draftRow: z.ZodType<DraftRow> = z.object({ ...draftFields, ...shownFields });

const draftCheck: z.ZodType<DraftCheck> = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** Answer of POST /story/draft. */
export const madeDraft = z.object({ story_id: id, rev: z.int() });

/** Answer of PUT /story/draft. */
export const savedDraft = z.object({ rev: z.int(), ts_updated: unixSeconds });

/** Answer of GET /story/draft. */
export const draftAnswer: z.ZodType<DraftAnswer> = z.object({
  draft: z.object({ ...draftFields, content: draftContent }).nullable(),
  published: draftContent.nullable(),
  version: z.int().nullable(),
  outdated: z.boolean(),
  checks: z.array(draftCheck),
});

/** Answer of POST /story/publish: the stories, and the version of their group. */
export const publishAnswer = z.object({ published: z.array(id), version: z.int() });

/** A row of GET /story/revisions. */
export const revision: z.ZodType<Revision> = z.object({
  kind: z.enum(['draft', 'published']),
  version: z.int(),
  ts: unixSeconds,
  actor: actorRow,
  sentence: z.string(),
  content: draftContent,
});
