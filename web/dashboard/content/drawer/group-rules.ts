import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { comesBefore } from '#contracts/sdk/app-version.ts';
import { appVersion, createStoryGroup } from '#contracts/story-group/commands.ts';
import { momentRule } from '../../kit/forms/moment-rule.ts';
import { compared, typedAs } from '../../kit/forms/rules.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import type { CoverDraft } from '../cover/cover-draft.ts';
import { type ChosenList, capError, type GroupFields, startOfYesterday, type ViewerList } from './group-fields.ts';

/** By which clock the fields of a group are judged; `now` in unix seconds. */
export interface GroupClock {
  timeZone: string;
  now: number;
}

/** A cap as it is typed. */
export const capRule = z.string().superRefine((typed, context) => {
  const message = capError(typed);
  if (message) context.addIssue({ code: 'custom', message });
});
const version = typedAs(appVersion.optional(), (typed) => typed.trim() || undefined);
const description = z.string().refine((typed) => [...typed].length <= limits.description, {
  error: () => t(contentWords.descriptionTooLong, { description: limits.description }),
});

const shape = z.object({
  icon: z.custom<CoverDraft>((cover) => (cover as CoverDraft).kind !== 'none', {
    error: () => t(contentWords.coverMissing),
  }),
  title: typedAs(createStoryGroup.shape.title),
  ts_start: momentRule,
  ts_end: momentRule,
  segments: z.custom<string[][]>(),
  target_cap: capRule,
  click_target_cap: capRule,
  min_version: version,
  max_version: version,
  viewer_list: z.custom<ViewerList | null>(),
  dark_icon: z.custom<CoverDraft>(),
  description,
});

/** What the fields of a group must be; a start that was not changed may lie further back. A file that was chosen has to be taken. */
export const groupRules = (before: GroupFields, { timeZone, now }: GroupClock, chosen: ChosenList | null = null) =>
  compared<GroupFields, GroupFields>(shape, ({ ts_start, ts_end, min_version, max_version }, mark) => {
    if (ts_start === null) mark('ts_start', t(contentWords.startMissing));
    else if (ts_start !== before.ts_start && ts_start < startOfYesterday(timeZone, now))
      mark('ts_start', t(contentWords.startTooEarly));
    if (ts_start !== null && ts_end !== null && ts_end <= ts_start) mark('ts_end', t(contentWords.endBeforeStart));
    const bounded = min_version.trim() !== '' && max_version.trim() !== '';
    const readable = [min_version, max_version].every((typed) => version.safeParse(typed).success);
    if (bounded && readable && comesBefore(max_version, min_version))
      mark('max_version', t(contentWords.versionsBackwards));
    if (chosen) mark('viewer_list', chosen.refusal ?? t(contentWords.listUploading));
  });

/** What checks the drawer's form. */
export const groupResolver = (
  before: GroupFields,
  clock: GroupClock,
  chosen: ChosenList | null,
): Resolver<GroupFields> => zodResolver(groupRules(before, clock, chosen), undefined, { raw: true });
