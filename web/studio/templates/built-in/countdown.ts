import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { builtInTemplateWords } from '../../../dashboard/words/built-in-templates.en.ts';
import type { BuiltInTemplate } from '../built-in-template.ts';
import { buttonPart, chipPart, countdownPart, swipePart, templateDesign, wordsPart } from '../design-parts.ts';

const headline = { text_font: 'space-grotesk', text_weight: 700 } as const;
const day = 86_400;
/** Midnight, UTC, so many days after the present one. */
const midnight = (now: UnixSeconds, days: number): UnixSeconds => (Math.floor(now / day) + days) * day;

/** Templates that count down, to moments after now. */
export function countdownTemplates(now: UnixSeconds = toSeconds(Date.now())): readonly BuiltInTemplate[] {
  return [
    {
      id: 'countdown-launch',
      category: 'countdown',
      title: builtInTemplateWords.countdownLaunch,
      picture: new URL('../pictures/countdown-launch.webp', import.meta.url).href,
      studio: templateDesign(
        { background: '#251463', alt: 'A rocket between planets' },
        chipPart('COMING SOON', [24, 84, 120, 28], { background: '#ffd36b', text_color: '#251463' }),
        wordsPart('Ready for', [24, 120, 260, 47], { ...headline, font_size: 40 }),
        wordsPart('lift-off?', [24, 164, 260, 72], { ...headline, font_size: 56 }),
        countdownPart('The new app lands in', midnight(now, 15), [24, 436, 312, 188], {
          font_size: 22,
          background: '#1a0f4a',
          text_color: '#ffffff',
          accent_color: '#ffd36b',
          option_color: '#3f2a94',
          end_text: 'It’s here',
          reminder: true,
        }),
      ),
    },
    {
      id: 'countdown-last-call',
      category: 'countdown',
      title: builtInTemplateWords.countdownLastCall,
      picture: new URL('../pictures/countdown-last-call.webp', import.meta.url).href,
      studio: templateDesign(
        { background: '#4a2296', alt: 'Headphones, a watch and glasses' },
        chipPart('LAST CALL', [24, 84, 100, 28], { text_color: '#4a2296' }),
        wordsPart('Ends at', [24, 118, 312, 47], { ...headline, font_size: 42 }),
        wordsPart('midnight', [24, 162, 312, 84], { ...headline, font_size: 66, text_color: '#ffd977' }),
        countdownPart('', midnight(now, 2), [24, 460, 312, 92], {
          units: ['hours', 'minutes', 'seconds'],
          background: '#ffffff',
          accent_color: '#3a1780',
          end_text: 'It’s over',
        }),
        buttonPart('Grab yours', [24, 564, 312, 54], { background: '#ffd257', text_color: '#2a1260', text_size: 3 }),
      ),
    },
    {
      id: 'countdown-date',
      category: 'countdown',
      title: builtInTemplateWords.countdownDate,
      picture: new URL('../pictures/countdown-date.webp', import.meta.url).href,
      studio: templateDesign(
        { background: '#f3dcc6', alt: 'An arch with leaves and confetti' },
        wordsPart('You’re invited', [24, 96, 312, 64], {
          text_font: 'playfair-display',
          text_weight: 700,
          font_size: 44,
          text_align: 'center',
          text_color: '#5a1f22',
        }),
        wordsPart('Opening night\nFriday, 7 pm', [100, 372, 160, 56], {
          font_size: 18,
          text_weight: 700,
          text_align: 'center',
          text_color: '#3d0f14',
        }),
        countdownPart('', midnight(now, 8), [64, 440, 232, 96], {
          units: ['days', 'hours', 'minutes'],
          background: '#fff7ec',
          accent_color: '#7a2a30',
          end_text: 'Doors are open',
          radius: 24,
        }),
        buttonPart('Save my seat', [64, 560, 232, 54], { background: '#5a1f22', text_size: 2 }),
      ),
    },
    {
      id: 'countdown-winter',
      category: 'countdown',
      title: builtInTemplateWords.countdownWinter,
      picture: new URL('../pictures/countdown-winter.webp', import.meta.url).href,
      studio: templateDesign(
        { background: '#bfe0f7', alt: 'Snow falls on mountains and pines' },
        wordsPart('WINTER', [24, 72, 240, 90], {
          text_font: 'oswald',
          text_weight: 700,
          font_size: 78,
          text_color: '#12355f',
        }),
        wordsPart('COMES EARLY', [24, 160, 240, 44], {
          text_font: 'oswald',
          text_weight: 700,
          font_size: 32,
          text_color: '#12355f',
        }),
        countdownPart('The coats open in', midnight(now, 4), [24, 418, 312, 136], {
          font_size: 18,
          background: '#12355f',
          text_color: '#ffffff',
          accent_color: '#ffffff',
          end_text: 'Open now',
        }),
        swipePart('See what’s coming', { text_color: '#12355f' }),
      ),
    },
  ];
}
