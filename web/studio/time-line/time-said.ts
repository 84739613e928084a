import { studioTimeWords } from '../../dashboard/words/studio-time.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** A time in ms as the time line tells it: '4.2 s'. */
export const timeSaid = (ms: number): string => t(studioTimeWords.seconds, { seconds: (ms / 1000).toFixed(1) });
