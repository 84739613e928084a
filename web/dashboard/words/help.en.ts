import { defineWords } from '#contracts/words/define.ts';

/** Texts of help. */
export const helpWords = defineWords('help', {
  publishTitle: 'Publish a story group',
  publishGroupText:
    'In Content, choose an app and an instance, then Add story group. All you need is a cover, a name of up to 25 characters and a start date.',
  publishStoriesText:
    'Open the group and add stories. Use portrait pictures and videos (9:16). An active group appears in your app within seconds.',
  openContent: 'Open Content',
  orderTitle: 'Change the order of groups',
  orderByDragText: 'Drag the cards in Content. Their order is the order in your app. Pinned groups always come first.',
  orderByKeyboardText:
    "To use the keyboard, focus a card's handle, press space, move the card with the arrow keys, and press space again.",
  targetTitle: 'Target a group',
  targetByLabelsText:
    'Open a group and choose Edit details. A viewer matches a row if they have any of its labels. They must match every row. Your app sends the labels of its user.',
  targetByListText: 'To narrow it down further, add a CSV of viewer IDs or a range of app versions.',
  testTitle: 'Test a group on your phone',
  testGroupText: 'Save it as a test group. Only your test devices see it until you activate it.',
  testPreviewText: 'To see an instance in the web player, choose Preview in app in Content.',
  historyTitle: 'Find out who changed what',
  historyText: "A group's History shows each version with before and after. Account owners see everything in Activity.",
  analyticsTitle: 'Understand your analytics',
  analyticsCountsText:
    'Reach counts each viewer once in the selected days. An impression is a picture on screen for one second, or a video for two.',
  analyticsDaysText:
    'Days are counted in UTC. Changes compare full days and leave out today. Changes below 2% are gray. A dash means there is no earlier data.',
  openHome: 'Open Home',
  wayBackTitle: "Can't sign in?",
  wayBackIntro: 'There is always a way back. Share this with your team.',
  wayBackText: 'There is always a way back. Find what happened to you.',
  backToDashboard: 'Back to the dashboard',
  lostPasswordTitle: 'You forgot your password',
  lostPasswordText: "Choose Forgot password? on the sign-in page. We'll email you a link that works for an hour.",
  lostPhoneTitle: 'You lost your phone or authenticator app',
  lostPhoneText:
    'Use a passkey or one of your recovery codes. Create recovery codes in User Settings and keep them somewhere safe.',
  lostEveryFactorText:
    'If nothing is left, contact {support}. After a check, our staff reset your second factors, and you confirm your next sign-in with a link in your email.',
  noCodeTitle: "The code by text message doesn't arrive",
  noCodeText:
    'Send it again after two minutes, or choose another way, such as your authenticator app or a recovery code.',
  wrongEmailTitle: 'Your email was changed by mistake, or by someone else',
  wrongEmailText:
    'Open the link in the email that we sent to your old address. For 7 days it restores that address, signs everyone out and asks for a new password.',
  lostMailboxTitle: "You can't open your mailbox any more",
  lostMailboxText: 'Ask an account owner to invite your new address.',
  lostOwnerTitle: 'The last account owner is gone',
  lostOwnerText:
    'Contact {support}. Two of our staff must agree on the new owner, and everyone in the account gets an email.',
  support: 'Storyrail support',
  supportAt: 'Storyrail support at {email}',
  openUserSettings: 'Open User Settings',
  done: 'Done:',
  webIntro:
    'Two lines show the stories of an instance on a web page. Set <code>labels</code> and <code>viewer-id</code> to choose what a viewer sees. Set <code>consent="false"</code> to stop tracking a viewer. With <code>preview</code> nothing is sent or stored, so your own views don\'t count.',
  reactIntro: 'In React, copy <link>story-rail.tsx</link> into your project. It is a typed component:',
  mobileIntro:
    'Mobile apps read <code>GET /sdk/v1/{token}/stories</code> and send events to <code>POST /sdk/v1/{token}/events</code>.',
  appSettings: 'App Settings',
  openInShowcase: 'Open {title} in the showcase<hidden>, opens a new tab</hidden>',
  goToHome: 'Go to Home',
  storyrailVersion: 'Storyrail {version}',
  stepAppTitle: 'Add your app',
  stepAppText: 'A mobile app by its store ID, or a website.',
  stepGroupTitle: 'Create a story group',
  stepGroupText: 'One round icon in your app, with stories behind it.',
  stepStoriesTitle: 'Add your first story',
  stepStoriesText: 'A picture or a video for your story group.',
  stepSeenTitle: 'Show it in your app',
  stepSeenText: 'Connect the SDK. This step is done when someone sees a story.',
  firstSteps: 'Three steps to your first story',
  stepsDone: '{done} of {count} done',
  showSteps: 'Show steps',
  hideSteps: 'Hide steps',
  firstStorySeen: 'Someone saw your first story in your app.',
  tokenPlaceholder: 'instance token',
  sdkIntegration: 'SDK integration',
  copyWebLines: 'Copy both lines',
  copyReactLines: 'Copy React code',
  tokensNote: 'Tokens are in App Settings.',
  pageTitle: 'Help and Resources · Storyrail',
  welcome: 'Welcome{isNamed, select, true {, {name}} other {}}',
  helpAndResources: 'Help and Resources',
  beginText: 'Three steps to your first story.',
  introText: 'Get started, learn how things work, and install the SDK.',
  howToGuides: 'How-to guides',
  releaseNotes: 'Release notes',
  releasedGroups: 'Story groups and stories with order, pins, schedules, caps and labels.',
  releasedPlayer: 'Web player, SDK protocol, and analytics within seconds.',
  releasedHome: 'Home with instances, totals and trends, daily users, and your latest and best stories.',
  releasedAnalytics:
    'Analytics for one or several apps: what each number is made of, the way to the click, watch times, best hours, versions, answers, other rules and moments, and reports by email.',
  releasedHistory:
    'History of every group, and Activity for the whole account, with before and after, filters and CSV.',
});
