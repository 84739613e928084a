/** The player's few words in one language. */
export type Words = {
  stories: string;
  seen: string;
  pause: string;
  play: string;
  mute: string;
  unmute: string;
  close: string;
  previous: string;
  next: string;
  more: string;
  failed: string;
  retry: string;
  of: string;
  newTab: string;
};

const names = [
  'stories',
  'seen',
  'pause',
  'play',
  'mute',
  'unmute',
  'close',
  'previous',
  'next',
  'more',
  'failed',
  'retry',
  'of',
  'newTab',
] as const;

const languages: Record<string, string> = {
  en: "Stories|seen|Pause|Play|Mute|Unmute|Close|Previous story|Next story|See more|This story couldn't load.|Try again|{0} of {1}|opens in a new tab",
  de: 'Stories|gesehen|Anhalten|Abspielen|Ton aus|Ton an|Schließen|Vorherige Story|Nächste Story|Mehr ansehen|Diese Story konnte nicht geladen werden.|Erneut versuchen|{0} von {1}|öffnet in neuem Tab',
  sv: 'Berättelser|sedd|Pausa|Spela upp|Ljud av|Ljud på|Stäng|Föregående|Nästa|Visa mer|Det gick inte att läsa in.|Försök igen|{0} av {1}|öppnas i ny flik',
  fr: 'Stories|vue|Pause|Lecture|Couper le son|Activer le son|Fermer|Story précédente|Story suivante|Voir plus|Impossible de charger cette story.|Réessayer|{0} sur {1}|s’ouvre dans un nouvel onglet',
  es: 'Historias|vista|Pausar|Reproducir|Silenciar|Activar sonido|Cerrar|Historia anterior|Historia siguiente|Ver más|No se pudo cargar esta historia.|Reintentar|{0} de {1}|se abre en una pestaña nueva',
  ar: 'القصص|تمت مشاهدتها|إيقاف مؤقت|تشغيل|كتم الصوت|تشغيل الصوت|إغلاق|القصة السابقة|القصة التالية|عرض المزيد|تعذر تحميل هذه القصة.|أعد المحاولة|{0} من {1}|يفتح في علامة تبويب جديدة',
  tr: 'Hikayeler|görüldü|Duraklat|Oynat|Sesi kapat|Sesi aç|Kapat|Önceki hikaye|Sonraki hikaye|Daha fazla|Bu hikaye yüklenemedi.|Tekrar dene|{0} / {1}|yeni sekmede açılır',
};

/** The language of a locale such as `de-CH`. */
export const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0]!;

/** The words of a locale such as `de-CH`, English where the language is not known. */
export function wordsFor(locale: string): Words {
  const texts = (languages[languageOf(locale)] ?? languages.en!).split('|');
  return Object.fromEntries(names.map((name, index) => [name, texts[index]!])) as Words;
}

/** The words of components. */
export type DesignWords = {
  reaction: string;
  quiz: string;
  poll: string;
  rating: string;
  countdown: string;
  yours: string;
  right: string;
  wrong: string;
  gotRight: string;
  answers: string;
  rate: string;
  gave: string;
  average: string;
  remind: string;
  reminded: string;
  days: string;
  hours: string;
  minutes: string;
  seconds: string;
  before: string;
  see: string;
};

const designNames =
  'reaction|quiz|poll|rating|countdown|yours|right|wrong|gotRight|answers|rate|gave|average|remind|reminded|days|hours|minutes|seconds|before|see';

const designEnglish =
  "Reaction|Quiz|Poll|Rating|Countdown|your answer|Right|Wrong|{0} got it right|Answers: {0}|Tap or slide|You gave {0}|{0} on average|Remind me|We'll tell you|days|hours|min|sec|before {0}|View product";

/** What a design is drawn with: the player's words, those of components, and the locale that numbers are written in. */
export type RenderWords = Words & DesignWords & { locale: string };

/**
 * Adds the words of components in the language of a locale, where `others` have it, else in English; a locale that is none
 * writes numbers as English does.
 */
export function renderWordsFor(words: Words, locale: string, others: ReadonlyMap<string, string>): RenderWords {
  const texts = (others.get(languageOf(locale)) ?? designEnglish).split('|');
  const own = Object.fromEntries(designNames.split('|').map((name, index) => [name, texts[index]!])) as DesignWords;
  let known = 'en';
  try {
    known = new Intl.Locale(locale.replaceAll('_', '-')).toString();
  } catch {
    // What a page writes there is no locale at all.
  }
  return { ...words, ...own, locale: known };
}

/** 'Title, 2 of 5' in the words' language. */
export function positionLabel(words: Words, index: number, count: number): string {
  return words.of.replace('{0}', String(index + 1)).replace('{1}', String(count));
}

/** Whether a locale's language is written from right to left. */
export const isRtlLocale = (locale: string): boolean => /^(ar|he|fa|ur)\b/i.test(locale);
