import { newsCover, newsDraft } from '../draw/draft.ts';
import type { NewsPicture, Section } from '../draw/paper.ts';
import type { SceneName } from '../draw/scenes.ts';
import type { Fate, GroupIdea, StoryIdea } from './group.ts';

const pathOf = (title: string): string =>
  `article/${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;
const short = (title: string): string =>
  title.length <= 40 ? title : `${title.slice(0, title.slice(0, 39).lastIndexOf(' '))}…`;
const story = (title: string, picture: NewsPicture, link = true): StoryIdea => ({
  title: short(title),
  draft: newsDraft(picture),
  ...(link ? { link: ['Read more', pathOf(title)] as const } : {}),
});

/** An article: its headline, and what it is about. */
type Article = readonly [scene: SceneName, title: string, words: string];
/** Articles of a section. */
export const articles = (section: Section, all: readonly Article[]): StoryIdea[] =>
  all.map(([scene, title, words]) =>
    story(title, { kind: 'headline', section, scene, title, words, live: /^Live/.test(words) }),
  );
/** The score of a match. */
export const score = (
  league: string,
  home: readonly [string, string, number],
  away: readonly [string, string, number],
  minute: string,
  lines: readonly string[],
): StoryIdea =>
  story(`${home[0]} ${home[2]}–${away[2]} ${away[0]}`, { kind: 'score', league, home, away, minute, lines });
/** The weather of a place. */
export const forecast = (
  place: string,
  now: number,
  sky: 'sun' | 'cloud' | 'rain' | 'snow' | 'storm',
  words: string,
  days: Extract<NewsPicture, { kind: 'weather' }>['days'],
): StoryIdea => story(`${place}: ${now}°`, { kind: 'weather', place, now, sky, words, days }, false);
/** A price and its curve. */
export const market = (
  name: string,
  value: string,
  change: string,
  up: boolean,
  curve: readonly number[],
  words: string,
): StoryIdea => story(`${name} ${change}`, { kind: 'market', name, value, change, up, curve, words });
/** What somebody said. */
export const quote = (section: Section, said: string, by: string, role: string): StoryIdea =>
  story(`${by}: in her own words`, { kind: 'quote', section, quote: said, by, role });
/** A number and its parts. */
export const figure = (
  section: Section,
  value: string,
  unit: string,
  words: string,
  parts: readonly (readonly [string, number])[],
): StoryIdea => story(`${value} ${unit}`, { kind: 'number', section, figure: value, unit, words, parts });
/** A numbered list. */
export const briefing = (title: string, items: readonly string[]): StoryIdea =>
  story(title, { kind: 'list', section: 'Briefing', title, items }, false);

/** A story group of the paper. */
export const newsGroup = (
  title: string,
  cover: Parameters<typeof newsCover>,
  [instance, born, pull, fate]: readonly [number, number, number, Fate],
  words: string,
  stories: readonly StoryIdea[],
  labels?: string[][],
): GroupIdea => ({
  title,
  cover: newsCover(...cover),
  instance,
  born,
  pull,
  fate,
  words,
  stories,
  ...(labels ? { labels } : {}),
});
