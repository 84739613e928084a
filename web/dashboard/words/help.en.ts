import { defineWords } from '#contracts/words/define.ts';

/** Texts of help. */
export const helpWords = defineWords('help', {
  publishTitle: 'Publish a story group',
  publishGroupText:
    'On Content choose the app and the instance, then Add story group. A cover, a name of up to 25 characters and a start date are enough.',
  publishStoriesText:
    'Open the group and add stories: use portrait pictures and videos (9:16). An active group is in the app within seconds.',
  openContent: 'Open Content',
  orderTitle: 'Change the order of groups',
  orderByDragText:
    'Drag the cards on Content: their order is the order in the app. Pinned groups stay before all others.',
  orderByKeyboardText:
    'With the keyboard: move to the handle of a card, press space, move with the arrow keys, press space again.',
  targetTitle: 'Target a group',
  targetByLabelsText:
    'Open a group and choose Edit details. A viewer matches a row if they have any of its labels. They must match every row. Your app sends the labels of its user.',
  targetByListText: 'A CSV of viewer ids and a range of app versions narrow a group down further.',
  testTitle: 'Try a group on your own phone',
  testGroupText: 'Save it as a test group: only your test devices see it until you activate it.',
  testPreviewText: 'Preview in app, on Content, shows an instance in the web player at once.',
  historyTitle: 'Find out who changed what',
  historyText:
    'History, on a group, shows each version with before and after. Activity shows everything in the account, for account owners.',
  analyticsTitle: 'Understand your analytics',
  analyticsCountsText:
    'Reach counts each viewer once in the chosen days. An impression is one second of a picture or two seconds of a video on the screen.',
  analyticsDaysText:
    'Days are counted in UTC. A change compares whole days and leaves today out; below 2% it is gray. A dash means there is no data for the earlier days.',
  openHome: 'Open Home',
  done: 'Done:',
  webIntro:
    'A web page shows the stories of an instance with two lines. Set <code>labels</code> and <code>viewer-id</code> to choose what a person sees; set <code>consent="false"</code> to stop tracking a viewer. With <code>preview</code> nothing is sent or kept, so looking at your own stories does not count.',
  reactIntro: 'In React, copy <link>story-rail.tsx</link>, a component with its types, into your project:',
  mobileIntro:
    'Mobile apps read <code>GET /sdk/v1/{token}/stories</code> and send what people do to <code>POST /sdk/v1/{token}/events</code>.',
  appSettings: 'App Settings',
  openInShowcase: 'Open {title} in the showcase<hidden>, opens a new tab</hidden>',
  goToHome: 'Go to Home',
  storyrailVersion: 'Storyrail {version}',
  stepAppTitle: 'Add your app',
  stepAppText: 'A mobile app by its store id, or a web site.',
  stepGroupTitle: 'Create a story group',
  stepGroupText: 'One round icon in your app, and the stories behind it.',
  stepStoriesTitle: 'Add your first story',
  stepStoriesText: 'A picture or a video for your story group.',
  stepSeenTitle: 'Show it in your app',
  stepSeenText: 'Connect the SDK. Done when someone sees a story.',
  firstSteps: 'Three steps to your first story',
  stepsDone: '{done} of {count} done',
  showSteps: 'Show steps',
  hideSteps: 'Hide steps',
  firstStorySeen: 'Someone saw your first story in your app.',
  tokenPlaceholder: 'the token of an instance',
  sdkIntegration: 'SDK integration',
  copyWebLines: 'Copy the two lines',
  copyReactLines: 'Copy the React lines',
  tokensNote: 'Tokens are in App Settings.',
  pageTitle: 'Help and Resources · Storyrail',
  welcome: 'Welcome{isNamed, select, true {, {name}} other {}}',
  helpAndResources: 'Help and Resources',
  beginText: 'Three steps to your first story.',
  introText: 'Get started, learn how things work, and install the SDK.',
  howToGuides: 'How-to guides',
  releaseNotes: 'Release notes',
  releasedGroups: 'Story groups and stories with order, pins, schedules, caps and labels.',
  releasedPlayer: 'The web player and the protocol for SDKs, figures within seconds.',
  releasedHome: 'Home: instances, totals with their change, daily users, latest and best stories.',
  releasedHistory: 'History of every group; Activity of the whole account, with before and after, filters and CSV.',
});
