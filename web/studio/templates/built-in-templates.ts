import type { UnixSeconds } from '#contracts/time.ts';
import { countdownTemplates } from './built-in/countdown.ts';
import { editorialTemplates } from './built-in/editorial.ts';
import { productTemplates } from './built-in/product.ts';
import { quizPollTemplates } from './built-in/quiz-poll.ts';
import { ratingTemplates } from './built-in/rating.ts';
import { saleTemplates } from './built-in/sale.ts';
import type { BuiltInTemplate } from './built-in-template.ts';

/** The designs that come with the product; countdowns end some days after now, in unix seconds. */
export const builtInTemplates = (now?: UnixSeconds): BuiltInTemplate[] => [
  ...saleTemplates,
  ...productTemplates,
  ...quizPollTemplates,
  ...countdownTemplates(now),
  ...editorialTemplates,
  ...ratingTemplates,
];
