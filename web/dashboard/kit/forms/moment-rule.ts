import { z } from 'zod';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';

/** A moment of a DateTimeField, or none: what cannot be read is refused. */
export const momentRule = z.number({ error: () => t(kitWords.dateUnreadable) }).nullable();
