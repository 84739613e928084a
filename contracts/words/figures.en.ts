import { defineWords } from './define.ts';

/** What those are told who ask for figures that there are not. */
export const figureWords = defineWords('figures', {
  rangeBackwards: 'The range must end after it starts.',
  rangeTooLong: 'Choose a range of at most {most} days.',
  tooManyGroupDays:
    'Choose fewer days or story groups: their product can be at most {most}. Send days=false to get totals only.',
  appsOnly: 'Daily active users are counted for whole apps only.',
  ofWhat: 'Choose an app, an instance, a story group or a story.',
  oneStory: 'Choose one story by itself, or several story groups, instances or apps.',
  answersOfWhat: 'Answers are counted for story groups and stories. Choose one of them, or send all_groups.',
  answersOfType: 'Choose the type of events to count.',
  answersOnly: 'This belongs to the figures of answers only.',
  componentOfStory: 'A component is in one story. Choose that story too.',
  answerOfComponent: 'An answer is to one component, and only response_count is counted for it.',
  ratingOfComponent: 'The average is counted for one component that is rated.',
  respondersOfAnswers: "Viewers aren't counted for this type.",
  tooManyLive: 'Close one of your {most} live views first.',
  recountHow: 'Give either a rule or a moment.',
  daysNotKept:
    "Data of days before {day} is no longer kept, so they can't be counted again. Choose days from {day} on.",
  momentNotKept: 'Data from before {day} is no longer kept. Choose a later moment.',
  momentAhead: 'Choose a moment that has passed.',
  beingRecounted: 'A recount of this account is already running. Wait until it is done.',
});
