import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { designEvents, designsIn } from '#contracts/story-group/published-designs.ts';
import { type OptionLetter, optionLetters } from '#contracts/studio/answers.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type EventRow, eventColumns, toEvent } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The words of a component's options from a moment on (unix ms), in their order. */
interface Wording {
  since: EpochMs;
  words: readonly string[];
}

/** An answer by a letter: to which component of which story, and when (unix ms). */
export interface LetterAnswer {
  story_id: string;
  component_id: string;
  value: string;
  at_ms: EpochMs;
}

const keyOf = ({ story_id, component_id }: Pick<LetterAnswer, 'story_id' | 'component_id'>): string =>
  `${story_id} ${component_id}`;

/**
 * The words of the options of a group's polls and quizzes at any moment: those of an answer are the words of the design that was
 * published then, or of the first with its component where a clock was behind; '' where none had it. Cost: one read of the
 * group's events that brought designs, whatever the number of answers; of the designs only words are kept.
 */
export const readOptionWords = async (
  { db }: Pick<Kernel, 'db'>,
  groupId: string,
): Promise<(answer: LetterAnswer) => string> => {
  const { rows } = await db.pool.query<EventRow>({
    name: 'report-designs',
    text: `select ${eventColumns} from event
            where stream = $1 and type = any($2::text[])
              and (type = 'StoryGroupRestored' or data->'story' ? 'studio' or data->'changes' ? 'studio')
            order by version`,
    values: [`storyGroup-${groupId}`, designEvents],
  });
  const wordings = new Map<string, Wording[]>();
  for (const row of rows)
    for (const { story_id, studio } of designsIn(toEvent(row) as StoryGroupEvent))
      for (const { id, options } of studio ? [...studio.pollData, ...studio.quizData] : []) {
        const key = keyOf({ story_id, component_id: id });
        const held = wordings.get(key) ?? [];
        const words = options.map(({ text }) => text);
        if (held.at(-1)?.words.join('\n') !== words.join('\n')) held.push({ since: row.ts, words });
        wordings.set(key, held);
      }
  return (answer) => {
    const held = wordings.get(keyOf(answer));
    const then = held?.findLast(({ since }) => since <= answer.at_ms) ?? held?.[0];
    return then?.words[optionLetters.indexOf(answer.value as OptionLetter)] ?? '';
  };
};
