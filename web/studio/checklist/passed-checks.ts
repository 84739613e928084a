import { plainContrast } from '#contracts/studio/check/advise-contrast.ts';
import { type DesignAdviceCode, type DesignFaultCode, storyMs } from '#contracts/studio/check/checked.ts';
import { wordsToRead } from '#contracts/studio/check/reading.ts';
import { writtenOn } from '#contracts/studio/check/written.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { componentParts } from '#contracts/studio/geometry.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { checklistDoneWords as words } from '../../dashboard/words/checklist-done.en.ts';
import type { CheckedStory, StoryChecks } from './group-checks.ts';

type Code = DesignFaultCode | DesignAdviceCode;

/** A check that found nothing, and the places of the stories that it was about. */
export interface PassedCheck {
  phrase: Phrase;
  places: readonly number[];
}

type Has = (one: FlatComponent, story: CheckedStory) => boolean;

/** A check by its codes: whether it is about a story at all, and null where that is not known. */
interface Check {
  codes: readonly Code[];
  phrase: Phrase;
  isAbout: (story: CheckedStory, shown: readonly FlatComponent[]) => boolean | null;
}

const some =
  (has: Has): Check['isAbout'] =>
  (story, shown) =>
    shown.some((one) => has(one, story));

const whereLengthIsKnown =
  (has: Has): Check['isAbout'] =>
  (story, shown) => {
    const isAbout = shown.some((one) => has(one, story));
    return isAbout && storyMs(story.content, story.videoMs) === null ? null : isAbout;
  };

const isWrittenOn: Has = (one) => writtenOn(one).length > 0;
const isUnmeasured: Has = (one, { content: { studio, hasMedium }, samples }) =>
  !samples.has(one.component.id) &&
  writtenOn(one).some((written) => plainContrast(one, written, studio!, hasMedium) === null);

const checks: readonly Check[] = [
  { codes: ['title_missing'], phrase: words.title, isAbout: () => true },
  { codes: ['media_missing'], phrase: words.media, isAbout: () => true },
  { codes: ['link_text', 'link_missing'], phrase: words.links, isAbout: some(({ kind }) => kind === 'cta') },
  { codes: ['options'], phrase: words.options, isAbout: some(({ kind }) => kind === 'poll' || kind === 'quiz') },
  { codes: ['countdown_past'], phrase: words.countdown, isAbout: some(({ kind }) => kind === 'countdown') },
  { codes: ['tag_incomplete'], phrase: words.tags, isAbout: some(({ kind }) => kind === 'product_tag') },
  { codes: ['window'], phrase: words.window, isAbout: whereLengthIsKnown(() => true) },
  { codes: ['off_canvas'], phrase: words.canvas, isAbout: some(() => true) },
  {
    codes: ['target_small', 'target_tight'],
    phrase: words.targets,
    isAbout: some((one) => componentParts(one).targets.length > 0),
  },
  {
    codes: ['flow_target', 'flow_value', 'flow_unreached', 'flow_both'],
    phrase: words.flow,
    isAbout: ({ content: { conditions } }) => (conditions?.rules.length ?? 0) > 0,
  },
  {
    codes: ['contrast'],
    phrase: words.contrast,
    isAbout: (story, shown) =>
      shown.some((one) => isUnmeasured(one, story)) ? null : shown.some((one) => isWrittenOn(one, story)),
  },
  {
    codes: ['alt_missing'],
    phrase: words.alt,
    isAbout: some((one) => one.kind === 'image' && !one.component.decorative),
  },
  { codes: ['safe_area'], phrase: words.safeArea, isAbout: some(() => true) },
  { codes: ['overlap'], phrase: words.overlap, isAbout: (_, shown) => shown.length > 1 },
  {
    codes: ['reading_time'],
    phrase: words.reading,
    isAbout: whereLengthIsKnown((one) => wordsToRead(one).trim() !== ''),
  },
  { codes: ['window_short'], phrase: words.answering, isAbout: whereLengthIsKnown(({ kind }) => isAnswerable(kind)) },
  {
    codes: ['picture_small'],
    phrase: words.sharp,
    isAbout: ({ content, mediumSize }) => content.hasMedium && (mediumSize === null ? null : true),
  },
  {
    codes: ['link_http'],
    phrase: words.secure,
    isAbout: some(({ component }) => 'outlink' in component && component.outlink !== ''),
  },
  {
    codes: ['fonts_many'],
    phrase: words.fonts,
    isAbout: some((one) => one.kind !== 'image'),
  },
];

/**
 * The checks that the drafts of a group pass, with the stories that each is about. A check that is about none, that could not be
 * made of one, or of which a suggestion was set aside, is not said to be passed.
 */
export function passedChecks(stories: readonly StoryChecks[]): PassedCheck[] {
  const drawn = stories.map((story) => ({
    story,
    shown: story.checked.content.studio
      ? flatten(story.checked.content.studio).filter(({ component }) => !component.hidden)
      : [],
  }));
  return checks.flatMap(({ codes, phrase, isAbout }): PassedCheck[] => {
    const wrong = new Set<string>(codes);
    const isWrong = stories.some(
      ({ errors, advice, checked }) =>
        [...errors, ...advice].some(({ code }) => wrong.has(code)) || codes.some((code) => checked.ignored.has(code)),
    );
    if (isWrong) return [];
    const about = drawn.map(({ story, shown }) => ({ place: story.place, is: isAbout(story.checked, shown) }));
    if (about.some(({ is }) => is === null)) return [];
    const places = about.filter(({ is }) => is).map(({ place }) => place);
    return places.length > 0 ? [{ phrase, places }] : [];
  });
}
