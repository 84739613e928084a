import { figureRuleWords } from '../words/figure-rules.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { WhyFigure, WhyScope } from './why-figures.ts';

const events = (what: Phrase): Phrase => fill(figureRuleWords.events, { what });

/** The rule of a figure, in words. */
export const whyRule = (figure: WhyFigure, scope: WhyScope): Phrase => {
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
  }
};
