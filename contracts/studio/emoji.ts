// biome-ignore lint/complexity/useRegexLiterals: the compiler's target knows no flag v yet
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');

/** The longest emoji, in UTF-16 units: a family of four with tones of skin. */
export const longestEmoji = 40;

/** Whether a text is one emoji of those that Unicode recommends for interchange, of several characters or not. */
export const isEmoji = (text: string): boolean => text.length <= longestEmoji && oneEmoji.test(text);
