/** A question and its answer, in paragraphs. */
export interface Topic {
  title: string;
  text: readonly string[];
  to?: { address: string; label: string };
}

/** How to do what people ask for most. */
export const guides: readonly Topic[] = [
  {
    title: 'Publish a story group',
    text: [
      'On Content choose the app and the instance, then Add story group. A cover, a name of up to 25 characters and a start date are enough.',
      'Open the group and add stories: use portrait pictures and videos (9:16). An active group is in the app within seconds.',
    ],
    to: { address: '/content', label: 'Open Content' },
  },
  {
    title: 'Change the order of groups',
    text: [
      'Drag the cards on Content: their order is the order in the app. Pinned groups stay before all others.',
      'With the keyboard: move to the handle of a card, press space, move with the arrow keys, press space again.',
    ],
    to: { address: '/content', label: 'Open Content' },
  },
  {
    title: 'Target a group',
    text: [
      'Open a group and choose Edit details. A viewer matches a row if they have any of its labels. They must match every row. Your app sends the labels of its user.',
      'A CSV of viewer ids and a range of app versions narrow a group down further.',
    ],
  },
  {
    title: 'Try a group on your own phone',
    text: [
      'Save it as a test group: only your test devices see it until you activate it.',
      'Preview in app, on Content, shows an instance in the web player at once.',
    ],
  },
  {
    title: 'Find out who changed what',
    text: [
      'History, on a group, shows each version with before and after. Activity shows everything in the account, for account owners.',
    ],
  },
  {
    title: 'Understand your analytics',
    text: [
      'Reach counts each viewer once in the chosen days. An impression is one second of a picture or two seconds of a video on the screen.',
      'Days are counted in UTC. A change compares whole days and leaves today out; below 2% it is gray. A dash means there is no data for the earlier days.',
    ],
    to: { address: '/home', label: 'Open Home' },
  },
];

/** What each release brought, newest first. */
export const releases: readonly { version: string; points: readonly string[] }[] = [
  {
    version: '0.1',
    points: [
      'Story groups and stories with order, pins, schedules, caps and labels.',
      'The web player and the protocol for SDKs, figures within seconds.',
      'Home: instances, totals with their change, daily users, latest and best stories.',
      'History of every group; Activity of the whole account, with before and after, filters and CSV.',
    ],
  },
];
