import { isAnswerable } from '#contracts/studio/kinds.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { answerName } from '../properties/sections/answer-name.ts';
import { type FlowStory, type FlowWay, plainWay } from './flow-graph.ts';

const lists = new Intl.ListFormat('en', { type: 'disjunction' });
const listed = (names: readonly string[]): string => lists.format(names);
const placeLists = new Intl.ListFormat('en', { type: 'conjunction' });

/** The places of stories, for a sentence: '2, 5, and 8'. */
export const storyPlaces = (stories: readonly FlowStory[]): string =>
  placeLists.format(stories.map(({ place }) => String(place)));

/** A story by its place and title: '3. Captain Pip'. */
export const storyName = ({ place, title }: Pick<FlowStory, 'place' | 'title'>): string =>
  t(words.goal, { place, title: title || t(studioWords.untitled) });

/** An answer of a way in words; without one, who goes it. */
export const wayName = ({ answer }: FlowWay): string =>
  answer ? answerName(answer.asking, answer.value) : t(words.noAnswer);

/** The answer of a way as it is told in short: a letter, an emoji, a number of stars, or none. */
function shortAnswer({ answer }: FlowWay): string {
  if (!answer) return t(words.none);
  return answer.asking?.kind === 'rating' ? answerName(answer.asking, answer.value) : answer.value;
}

const asks = ({ ways }: FlowStory): boolean =>
  ways.some(({ answer }) => answer?.asking && isAnswerable(answer.asking.kind));

function comesFrom(from: FlowStory, id: string): string {
  const here = from.ways.filter(({ to }) => to === id);
  const { place } = from;
  if (here.length === from.ways.length) return t(words.after, { count: 1, places: place });
  return t(words.afterAnswer, { place, answers: listed(here.map(shortAnswer)) });
}

/** When viewers come to a story, in a few words. */
export function arrivalOf(story: FlowStory, stories: readonly FlowStory[]): string {
  if (story.away) return t(story.away === 'window' ? words.notShown : words.inactive);
  if (!story.isReached) return t(words.notReachable);
  const from = stories.filter(({ isReached, ways }) => isReached && ways.some(({ to }) => to === story.id));
  if (from.length === 0) return t(words.starts);
  if (from.length === 1) return comesFrom(from[0]!, story.id);
  const all = from.every(({ ways }) => ways.every(({ to }) => to === story.id));
  return all
    ? t(words.after, { count: from.length, places: storyPlaces(from) })
    : t(words.from, { places: storyPlaces(from) });
}

/** Whether a story needs a look: nothing leads to it, or rules of it rest. */
export const needsLook = ({ away, isReached, ways }: FlowStory): boolean =>
  (!away && !isReached) || ways.some(({ resting }) => resting !== null);

/** Where viewers go from a story, a sentence for each goal. */
export function sentencesOf(story: FlowStory, stories: readonly FlowStory[]): string[] {
  const nameOf = (to: string): string => {
    const found = stories.find(({ id }) => id === to);
    return found ? storyName(found) : '';
  };
  const plain = story.ways.find(({ key }) => key === plainWay)!;
  const led = story.ways.filter(({ answer, goal, resting }) => answer && goal !== null && !resting);
  const sentences = [...new Set(led.map(({ to }) => to))].map((to) => {
    const answers = listed(led.filter((one) => one.to === to).map(wayName));
    return to === 'end' ? t(words.picksEnd, { answers }) : t(words.picks, { answers, goal: nameOf(to) });
  });
  const isEnd = plain.to === 'end';
  const goal = nameOf(plain.to);
  if (!asks(story)) return [isEnd ? t(words.allEnd) : t(words.allSee, { goal })];
  const isWhole = led.length === story.ways.length - 1;
  if (isWhole) return [...sentences, isEnd ? t(words.noAnswerEnds) : t(words.noAnswerSees, { goal })];
  if (led.length === 0) return [isEnd ? t(words.allEnd) : t(words.allSee, { goal })];
  return [...sentences, isEnd ? t(words.othersEnd) : t(words.othersSee, { goal })];
}
