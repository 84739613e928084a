import type { DesignChange } from '#contracts/studio/changes.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { isPhrase } from '#contracts/words/phrase.ts';
import { dateTimeIn } from '../../dashboard/kit/text/format.ts';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { t } from '../../dashboard/words/t.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A value of a change as a person reads it; moments are told in a zone. */
export function changeValue(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return t(reviewWords.none);
  if (Array.isArray(value)) return value.map((one) => changeValue(one, timeZone)).join(', ') || t(reviewWords.none);
  if (isPhrase(value)) return sayPhrase(value);
  if (isObject(value) && '$moment' in value) return dateTimeIn(timeZone, value.$moment as UnixSeconds);
  if (isObject(value) && '$media' in value) return t(reviewWords.picture);
  return String(value);
}

/** Whether a change adds or removes a component whole; null where it is one of a field. */
export const wholeOf = ({ key, from }: DesignChange): 'added' | 'removed' | null =>
  key.includes('.') || key === 'conditions' ? null : from === null ? 'added' : 'removed';

/** The field of a change, in words. */
export const fieldOf = ({ field }: DesignChange): string => sayPhrase(field);
