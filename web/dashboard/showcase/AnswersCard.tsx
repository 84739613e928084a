import { useQuery } from '@tanstack/react-query';
import type { SdkStory } from '#contracts/sdk/protocol.ts';
import type { StoryResults } from '#contracts/sdk/results.ts';
import { answersTo } from '#contracts/studio/answers.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { componentSays } from '#contracts/studio/title.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { ShareBar } from '../analytics/interaction/ShareBar.tsx';
import { sharesOf, shareText } from '../analytics/interaction/shares.ts';
import { queryClient } from '../api/query.ts';
import { Card } from '../kit/Card.tsx';
import { Figure } from '../kit/text/Metric.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './AnswersCard.module.css';
import { answerWords } from './shown-component.ts';

type Results = StoryResults['components'];

async function readResults(token: string, storyId: string, signal: AbortSignal): Promise<Results> {
  const query = new URLSearchParams({ story_id: storyId });
  const answer = await fetch(`/sdk/v1/${encodeURIComponent(token)}/results?${query}`, { signal });
  if (!answer.ok) throw new Error(`results: ${answer.status}`);
  return ((await answer.json()) as { data: StoryResults }).data.components;
}

function Answers({ one, results }: { one: FlatComponent; results: Results[string] }) {
  const { kind, component } = one;
  const values = isAnswerable(kind) ? answersTo({ ...component, kind }) : [];
  const counts = values.map((value) => results.values[value] ?? 0);
  const shares = sharesOf(counts);
  const title = t(showcaseWords.answersSoFar, { kind: t(componentWords[kind]) });
  return (
    <Card as="section" title={title} aria-label={title}>
      <p className={`t-small truncate ${css.asked}`} dir="auto">
        {componentSays(one)}
      </p>
      {results.total === 0 ? (
        <p className="t-small">{t(showcaseWords.noAnswersYet)}</p>
      ) : (
        <ul className={css.answers}>
          {values.map((value, at) => (
            <li key={value} className={css.answer}>
              <span className="truncate" dir="auto">
                {answerWords(one, value)}
              </span>
              <span className={css.count}>
                <Figure value={counts[at]!} />
              </span>
              <b className="num">{shareText(shares[at]!)}</b>
              <ShareBar share={shares[at]!} className={css.bar} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How viewers answered what the story on the screen asks, of the components that show it to them. */
export function AnswersCard({ token, story }: { token: string; story: SdkStory }) {
  const { data } = useQuery(
    {
      queryKey: ['showcase', token, 'results', story.id],
      queryFn: ({ signal }) => readResults(token, story.id, signal),
      enabled: story.studio !== null,
    },
    queryClient,
  );
  if (!story.studio || !data) return null;
  return flatten(story.studio).map((one) => {
    const results = data[one.component.id];
    return results ? <Answers key={one.component.id} one={one} results={results} /> : null;
  });
}
