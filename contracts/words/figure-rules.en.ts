import { defineWords } from './define.ts';

/** What each figure counts. */
export const figureRuleWords = defineWords('figure-rules', {
  events: 'The number of {what}. A batch that comes again within eight days counts once.',
  reach:
    'How many different viewers had an impression in the range, not a sum of days; viewers without consent are not told apart and not in it. Exact up to 300, above that an estimate with a standard error of at most 2 %. A batch that comes again within eight days counts once.',
  dailyViewers:
    'How many different viewers had any event on a UTC day, as a mean over the days of the range; viewers without consent are not in it. A batch that comes again within eight days counts once.',
  watchLength:
    'The time watched of all story_left events by their number, in seconds: time in the foreground, at most the length of the video, or 20 s of a picture. A batch that comes again within eight days counts once.',
  impressions:
    'story_impression events: a story was at least half visible in the foreground, for 1 second of a picture or 2 seconds of a video',
  clicks: 'story_clicked events: the button, the swipe-up or the link of a story was used',
  opens: 'group_opened events: a story group was opened',
  skips: 'story_skipped events: a story was skipped',
  shares: 'story_shared events: a story was shared',
  storyCompletions: 'story_completed events: the story ran to its end',
  groupCompletions: 'group_completed events: a story group was seen to its last story',
  storyNexts: 'story_next events: a tap forward',
  groupNexts: 'group_next events: the move to the next group',
  storyPrevious: 'story_previous events: a tap back',
  groupPrevious: 'group_previous events: the move to the group before',
  storyCloses: 'group_closed events that name the story: the viewer closed the stories',
  groupCloses: 'group_closed events: the viewer closed the stories',
  ivodViews: 'ivod_viewed events: 30 seconds of an interactive video were watched',
  seenNow:
    'A story counts as seen when it was at least half visible in the foreground, for 1 second of a picture or 2 seconds of a video (story_impression).',
  seenAfter:
    'A story counts as seen when it was left after at least {seconds, plural, one {{seconds} second} other {{seconds} seconds}} of watch time (story_left). A story that was never left, because the app was closed, is not in it.',
});
