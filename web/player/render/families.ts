import type { FontName } from '#contracts/studio/fonts.ts';

const fallbacks: Record<FontName, string> = {
  inter: 'system-ui,sans-serif',
  lora: 'Georgia,serif',
  'playfair-display': 'Georgia,serif',
  oswald: '"Arial Narrow",sans-serif',
  'space-grotesk': 'system-ui,sans-serif',
  caveat: 'cursive',
  cairo: 'system-ui,sans-serif',
  heebo: 'system-ui,sans-serif',
};

/** The CSS families of a font of designs: its own, under a name that no font of a page has, then what every system has. */
export const familyOf = (name: FontName): string => `"sr-${name}",${fallbacks[name] ?? fallbacks.inter}`;
