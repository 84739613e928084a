import { apiWords } from '../words/api.en.ts';
import { t } from '../words/t.ts';
import { getActing } from './acting.ts';

/** Why something is left to the person, while staff acts as them in this tab; undefined otherwise. */
export function actingReason(): string | undefined {
  return getActing() ? t(apiWords.refusedWhileActing) : undefined;
}
