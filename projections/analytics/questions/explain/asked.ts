import { invalidField } from '#contracts/api/errors.ts';
import { type SdkAnswerType, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { WhyQuery } from '#contracts/stats/explain.ts';
import { isAnswerFigure, type WhyScope } from '#contracts/stats/why-figures.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import type { ExplainedAnswers, ExplainedFigure } from './query.ts';

type Asked = Pick<WhyQuery, 'figure' | 'type' | 'component_id' | 'answer'>;

const askedAnswers = (
  { figure, type, component_id, answer }: Asked & Pick<ExplainedAnswers, 'figure'>,
  scope: WhyScope,
): ExplainedAnswers => {
  if (scope !== 'group' && scope !== 'story') throw invalidField('story_group_id', figureWords.answersOfWhat);
  if (component_id !== undefined && scope !== 'story') throw invalidField('story_id', figureWords.componentOfStory);
  if (answer !== undefined && (component_id === undefined || figure !== 'response_count'))
    throw invalidField('answer', figureWords.answerOfComponent);
  const of = {
    ...(component_id === undefined ? {} : { component_id }),
    ...(answer === undefined ? {} : { answer }),
  };
  if (figure === 'average_rating') {
    if (component_id === undefined) throw invalidField('component_id', figureWords.ratingOfComponent);
    if (type !== undefined && type !== 'rating_submitted') throw invalidField('type', figureWords.ratingOfComponent);
    return { figure, type: 'rating_submitted', ...of };
  }
  if (type === undefined) throw invalidField('type', figureWords.answersOfType);
  if (figure === 'responders' && !sdkAnswerTypes.includes(type as SdkAnswerType))
    throw invalidField('type', figureWords.respondersOfAnswers);
  return { figure, type, ...of };
};

/** The figure that a query asks about, of things of a kind; refuses what there is no such figure of. */
export const askedFigure = (asked: Asked, scope: WhyScope): ExplainedFigure => {
  const { figure } = asked;
  if (isAnswerFigure(figure)) return askedAnswers({ ...asked, figure }, scope);
  for (const name of ['type', 'component_id', 'answer'] as const)
    if (asked[name] !== undefined) throw invalidField(name, figureWords.answersOnly);
  if (figure === 'dau' && scope !== 'app') throw invalidField('figure', figureWords.appsOnly);
  return { figure };
};
