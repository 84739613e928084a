import { defineWords } from './define.ts';

/** What each figure counts. */
export const figureRuleWords = defineWords('figure-rules', {
  events: 'The number of {what}. A batch sent again within eight days counts once.',
  reach:
    "The number of different viewers with an impression in the range, not a sum of days. Viewers without consent aren't included. Exact up to 300, then an estimate with a standard error of at most 2%. A batch sent again within eight days counts once.",
  dailyViewers:
    "The number of different viewers with any event per UTC day, averaged over the range. Viewers without consent aren't included. A batch sent again within eight days counts once.",
  watchLength:
    'The average watch time of all story_left events, in seconds. Only time in the foreground counts, up to the length of a video or 20 s for a picture. A batch sent again within eight days counts once.',
  answers:
    "The number of {what}. A viewer's first answer to a component counts, and later ones don't; without consent each answer counts. A batch sent again within eight days counts once.",
  responders:
    "The number of different viewers with {what}. Viewers without consent aren't included. Exact up to 20,000 answers, then an estimate, usually within 2%. A batch sent again within eight days counts once.",
  averageRating:
    "The average of the ratings (rating_submitted events) of a component, to two decimals. A viewer's first rating counts, and later ones don't; without consent each rating counts. A batch sent again within eight days counts once.",
  componentsSeen: 'component_impression events, sent when a component has been in view for 1 second',
  reactions: 'reaction_clicked events, sent when someone taps a reaction',
  pollVotes: 'poll_selected events, sent when someone votes in a poll',
  quizAnswers: 'quiz_answered events, sent when someone answers a quiz',
  ratings: 'rating_submitted events, sent when someone gives a rating',
  remindersSet: 'countdown_reminder_set events, sent when someone sets a reminder',
  remindersRemoved: 'countdown_reminder_removed events, sent when someone removes a reminder',
  tagClicks: 'product_tag_clicked events, sent when someone taps a product tag',
  impressions:
    'story_impression events, sent when a story is at least half visible in the foreground for 1 second (picture) or 2 seconds (video)',
  clicks: 'story_clicked events, sent when someone uses the button, swipe-up or link of a story',
  opens: 'group_opened events, sent when someone opens a story group',
  skips: 'story_skipped events, sent when someone skips a story',
  shares: 'story_shared events, sent when someone shares a story',
  storyCompletions: 'story_completed events, sent when a story plays to its end',
  groupCompletions: 'group_completed events, sent when someone reaches the last story of a group',
  storyNexts: 'story_next events, sent when someone taps forward',
  groupNexts: 'group_next events, sent when someone moves to the next group',
  storyPrevious: 'story_previous events, sent when someone taps back',
  groupPrevious: 'group_previous events, sent when someone moves to the previous group',
  storyCloses: 'group_closed events with this story, sent when someone closes the stories',
  groupCloses: 'group_closed events, sent when someone closes the stories',
  ivodViews: 'ivod_viewed events, sent when someone has watched 30 seconds of an interactive video',
  covers: 'bar_impression events of a story group, sent when its cover is seen in the bar',
  seenNow:
    'A story counts as seen when it was at least half visible in the foreground for 1 second (picture) or 2 seconds (video) (story_impression).',
  seenAfter:
    "A story counts as seen when it was left after at least {seconds, plural, one {{seconds} second} other {{seconds} seconds}} of watch time (story_left). Stories that were never left, because the app was closed, aren't included.",
});
