import { z } from 'zod';
import { unixSeconds } from '../../api/ids.ts';
import { studioFieldWords } from '../../words/studio-fields.en.ts';
import { worded } from '../../words/worded.ts';
import { studioLimits } from '../limits.ts';
import { componentBase, words } from './base.ts';
import { boundedList } from './bounded-list.ts';
import { cardLooks } from './looks.ts';

/** What a countdown may be told in, the longest first. */
const countdownUnits = ['days', 'hours', 'minutes', 'seconds'] as const;
export type CountdownUnit = (typeof countdownUnits)[number];

const units = boundedList(z.enum(countdownUnits), [1, countdownUnits.length])
  .refine((all) => new Set(all).size === all.length, worded(studioFieldWords.unitTwice))
  .overwrite((all) => countdownUnits.filter((unit) => all.includes(unit)));

/** The time until `ts_end`, then `end_text`; `reminder` lets a viewer ask the app for a reminder. */
export const countdownComponent = z.strictObject({
  ...componentBase,
  ...cardLooks,
  title: words(studioLimits.countdownTitle),
  ts_end: unixSeconds,
  units: units.default([...countdownUnits]),
  end_text: words(studioLimits.endText),
  reminder: z.boolean().default(false),
});
export type CountdownComponent = z.infer<typeof countdownComponent>;
