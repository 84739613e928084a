import { useQuery } from '@tanstack/react-query';
import type { StoryResults } from '#contracts/sdk/results.ts';
import { answerEvents, answersTo } from '#contracts/studio/answers.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { componentSays } from '#contracts/studio/title.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { sharesOf } from '../analytics/interaction/shares.ts';
import { ValueBars } from '../analytics/interaction/ValueBars.tsx';
import { queryClient } from '../api/query.ts';
import { Card } from '../kit/Card.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './AnswersCard.module.css';
import { type AnswerableComponent, answerWords, isAnswerableComponent } from './shown-component.ts';

type Results = StoryResults['components'];

async function readResults(token: string, storyId: string, signal: AbortSignal): Promise<Results> {
  const query = new URLSearchParams({ story_id: storyId });
  const answer = await fetch(`/sdk/v1/${encodeURIComponent(token)}/results?${query}`, { signal });
  if (!answer.ok) throw new Error(`results: ${answer.status}`);
  return ((await answer.json()) as { data: StoryResults }).data.components;
}

function Answers({ one, results }: { one: AnswerableComponent; results: Results[string] }) {
  const { kind, component } = one;
  const values = answersTo({ ...component, kind });
  const counts = values.map((value) => results.values[value] ?? 0);
  const shares = sharesOf(counts);
  const title = t(showcaseWords.answersSoFar, { kind: t(componentWords[kind]) });
  const asked = componentSays(one);
  return (
    <Card as="section" title={title} aria-label={title}>
      {asked ? (
        <p className={`t-small truncate ${css.asked}`} dir="auto">
          {asked}
        </p>
      ) : null}
      {results.total === 0 ? (
        <p className="t-small">{t(showcaseWords.noAnswersYet)}</p>
      ) : (
        <ValueBars
          name={title}
          bars={values.map((value, at) => ({
            key: value,
            answer: { type: answerEvents[kind], value },
            count: counts[at]!,
            share: shares[at]!,
          }))}
          labelOf={({ key }) => ({ text: answerWords(one, key) })}
        />
      )}
    </Card>
  );
}

/** Properties of the AnswersCard: the story on the screen by its id, and its design. */
interface AnswersCardProps {
  token: string;
  storyId: string;
  studio: Studio;
}

/** How viewers answered what the story on the screen asks, of the components that show it to them. */
export default function AnswersCard({ token, storyId, studio }: AnswersCardProps) {
  const { data } = useQuery(
    {
      queryKey: ['showcase', token, 'results', storyId],
      queryFn: ({ signal }) => readResults(token, storyId, signal),
    },
    queryClient,
  );
  if (!data) return null;
  return flatten(studio)
    .filter(isAnswerableComponent)
    .map((one) => {
      const results = data[one.component.id];
      return results ? <Answers key={one.component.id} one={one} results={results} /> : null;
    });
}
