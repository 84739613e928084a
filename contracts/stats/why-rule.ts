import { figureRuleWords } from '../words/figure-rules.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { WhyAnswerFigure, WhyMetric, WhyScope, WhyType } from './why-figures.ts';

const events = (what: Phrase): Phrase => fill(figureRuleWords.events, { what });

/** The rule of a figure, in words. */
export const whyRule = (figure: WhyMetric, scope: WhyScope): Phrase => {
  const story = scope === 'story';
  switch (figure) {
    case 'reach':
      return figureRuleWords.reach;
    case 'dau':
      return figureRuleWords.dailyViewers;
    case 'impression':
      return events(figureRuleWords.impressions);
    case 'click':
      return events(figureRuleWords.clicks);
    case 'open':
      return events(figureRuleWords.opens);
    case 'skipped':
      return events(figureRuleWords.skips);
    case 'share':
      return events(figureRuleWords.shares);
    case 'complete':
      return events(story ? figureRuleWords.storyCompletions : figureRuleWords.groupCompletions);
    case 'nexts':
      return events(story ? figureRuleWords.storyNexts : figureRuleWords.groupNexts);
    case 'prevs':
      return events(story ? figureRuleWords.storyPrevious : figureRuleWords.groupPrevious);
    case 'closed':
      return events(story ? figureRuleWords.storyCloses : figureRuleWords.groupCloses);
    case 'average_watch_length':
      return figureRuleWords.watchLength;
    case 'ivod_views':
      return events(figureRuleWords.ivodViews);
    case 'covers':
      return events(figureRuleWords.covers);
  }
};

const responses: Readonly<Record<WhyType, Phrase>> = {
  component_impression: figureRuleWords.componentsSeen,
  reaction_clicked: figureRuleWords.reactions,
  poll_selected: figureRuleWords.pollVotes,
  quiz_answered: figureRuleWords.quizAnswers,
  rating_submitted: figureRuleWords.ratings,
  countdown_reminder_set: figureRuleWords.remindersSet,
  countdown_reminder_removed: figureRuleWords.remindersRemoved,
  product_tag_clicked: figureRuleWords.tagClicks,
};

/** The rule of a figure of the answers to components, in words. */
export const whyAnswerRule = (figure: WhyAnswerFigure, type: WhyType): Phrase => {
  const what = responses[type];
  if (figure === 'average_rating') return figureRuleWords.averageRating;
  if (figure === 'responders') return fill(figureRuleWords.responders, { what });
  const everyOne = type === 'component_impression' || type === 'product_tag_clicked';
  return fill(everyOne ? figureRuleWords.events : figureRuleWords.answers, { what });
};
