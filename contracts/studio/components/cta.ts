import { z } from 'zod';
import { deepLink, outlink } from '../../story-group/story-fields.ts';
import { studioFieldWords } from '../../words/studio-fields.en.ts';
import { studioLimits } from '../limits.ts';
import { componentBase, designColor, words } from './base.ts';
import { ctaLooks } from './looks.ts';

/** The links of a component, as those of a story: '' where there is none. */
export const componentLinks = { outlink: outlink.default(''), deep_link: deepLink.default('') };

/** What leads out of the story: by a swipe, one a story, or by a button. */
export const ctaComponent = z.strictObject({
  ...componentBase,
  ...ctaLooks,
  type: z.enum(['swipe', 'button']).default('swipe'),
  button_text: words(studioLimits.button, studioFieldWords.swipeUp.defaultMessage),
  icon_color: designColor.default('#ffffff'),
  ...componentLinks,
});
export type CtaComponent = z.infer<typeof ctaComponent>;
