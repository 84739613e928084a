import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { ChangeStory } from '#contracts/story-group/story-commands.ts';
import { deepLink } from '#contracts/story-group/story-fields.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { UploadedFile } from '../../api/upload.ts';
import { capError, parseCap, typedCap } from '../../content/drawer/group-fields.ts';
import { capRule } from '../../content/drawer/group-rules.ts';
import { momentRule } from '../../kit/forms/moment-rule.ts';
import { compared, typedAs } from '../../kit/forms/rules.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { storyWordRules } from '../uploads/upload-checks.ts';

/** What the drawer of a story edits; `stored` is a file that replaces the media. */
export interface StoryForm {
  title: string;
  button_text: string;
  outlink: string;
  deep_link: string;
  ts_start: number | null;
  ts_end: number | null;
  /** As typed, '' for none. */
  target_cap: string;
  stored: UploadedFile | null;
}

/** The form as a story stands now. */
export function formOf(story: StoryRow): StoryForm {
  const { title, button_text, outlink, deep_link, ts_start, ts_end } = story;
  const target_cap = typedCap(story.target_cap);
  return { title, button_text, outlink, deep_link, ts_start, ts_end, target_cap, stored: null };
}

/** What the form of a story must be. */
export const storyRules = compared<StoryForm, StoryForm>(
  z.object({
    ...storyWordRules,
    deep_link: typedAs(deepLink),
    ts_start: momentRule,
    ts_end: momentRule,
    target_cap: capRule,
    stored: z.custom<UploadedFile | null>(),
  }),
  ({ outlink, deep_link, button_text, ts_start, ts_end }, mark) => {
    if ((outlink.trim() || deep_link.trim()) && !button_text.trim())
      mark('button_text', t(groupWords.swipeUpTextMissing));
    if (ts_start !== null && ts_end !== null && ts_end <= ts_start) mark('ts_end', t(groupWords.endBeforeStart));
  },
);

/** What checks the drawer's form. */
export const storyResolver: Resolver<StoryForm> = zodResolver(storyRules, undefined, { raw: true });

/** Only the fields that differ from the story. */
export function changedStoryFields(story: StoryRow, form: StoryForm): ChangeStory {
  const changes: ChangeStory = {};
  for (const name of ['title', 'button_text', 'outlink', 'deep_link'] as const) {
    const value = form[name].trim();
    if (value !== story[name]) changes[name] = value;
  }
  if (form.ts_start !== story.ts_start) changes.ts_start = form.ts_start;
  if (form.ts_end !== story.ts_end) changes.ts_end = form.ts_end;
  if (!capError(form.target_cap) && parseCap(form.target_cap) !== story.target_cap)
    changes.target_cap = parseCap(form.target_cap);
  if (form.stored) {
    changes.media = form.stored.file;
    changes.type = form.stored.mime_type.startsWith('video/') ? 2 : 1;
    changes.thumbnail = form.stored.thumbnail ?? null;
  }
  return changes;
}

/** What was changed here since `base`, on top of what somebody else has made of the story: the other fields are theirs. */
export function onTopOf(theirs: StoryRow, base: StoryRow, form: StoryForm): StoryForm {
  const mine = Object.entries(form).filter(([name]) => name in changedStoryFields(base, form));
  return { ...formOf(theirs), ...Object.fromEntries(mine), stored: form.stored };
}
