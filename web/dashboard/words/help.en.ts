import { defineWords } from '#contracts/words/define.ts';

/** Texts of help. */
export const helpWords = defineWords('help', {
  publishStoryGroup: 'Publish a story group',
  onContentChooseAppAnd:
    'On Content choose the app and the instance, then Add story group. A cover, a name of up to 25 characters and a start date are enough.',
  openGroupAndAddStories:
    'Open the group and add stories: use portrait pictures and videos (9:16). An active group is in the app within seconds.',
  openContent: 'Open Content',
  changeOrderOfGroups: 'Change the order of groups',
  dragCardsOnContentTheir:
    'Drag the cards on Content: their order is the order in the app. Pinned groups stay before all others.',
  withKeyboardMoveToHandle:
    'With the keyboard: move to the handle of a card, press space, move with the arrow keys, press space again.',
  targetGroup: 'Target a group',
  openGroupAndChooseEdit:
    'Open a group and choose Edit details. A viewer matches a row if they have any of its labels. They must match every row. Your app sends the labels of its user.',
  csvOfViewerIdsAnd: 'A CSV of viewer ids and a range of app versions narrow a group down further.',
  tryGroupOnYourOwn: 'Try a group on your own phone',
  saveItAsTestGroup: 'Save it as a test group: only your test devices see it until you activate it.',
  previewInAppOnContent: 'Preview in app, on Content, shows an instance in the web player at once.',
  findOutWhoChangedWhat: 'Find out who changed what',
  historyOnGroupShowsEach:
    'History, on a group, shows each version with before and after. Activity shows everything in the account, for account owners.',
  understandYourAnalytics: 'Understand your analytics',
  reachCountsEachViewerOnce:
    'Reach counts each viewer once in the chosen days. An impression is one second of a picture or two seconds of a video on the screen.',
  daysAreCountedInUtc:
    'Days are counted in UTC. A change compares whole days and leaves today out; below 2% it is gray. A dash means there is no data for the earlier days.',
  openHome: 'Open Home',
});
