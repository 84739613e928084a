import { defineWords } from '#contracts/words/define.ts';

/** Texts of what SDKs send, and when. */
export const sdkEventWords = defineWords('sdk-events', {
  title: 'Events your SDK sends',
  intro:
    'Send events in batches of up to {events}. Each event has an <code>id</code> (a UUID), a <code>type</code> and <code>at</code> (Unix milliseconds). A batch sent again with the same <code>batch_id</code> counts once.',
  versions:
    'Set <code>app_version</code> and <code>sdk_version</code> on every batch. Analytics shows what each version brought.',
  table: 'Events and when to send them',
  event: 'Event',
  when: 'When',
  carries: 'With',
  bar: 'Half of the bar is in view. Once per visit.',
  cover: 'Half of a cover has been in view for 1 second. Once per visit and group.',
  opened: 'A group opens.',
  closed: 'The viewer closes the stories.',
  completed: 'The last story of a group ends.',
  groupTurned: 'The viewer goes to the next or the previous group.',
  impression: 'A picture has been in view for 1 second, a video for 2.',
  storyCompleted: 'A story runs to its end.',
  storyTurned: 'The viewer goes to the next or the previous story by hand.',
  skipped: 'The viewer goes on before the impression.',
  paused: 'The viewer pauses or goes on.',
  clicked: 'The viewer follows the link of a story. In a design, name its button or Swipe Up.',
  shared: 'The viewer shares a story.',
  left: 'A story goes out of view. Send how long it was watched, at most its length (pictures: 20 seconds).',
  seen: 'A component has been in view for 1 second. Once each time its story is shown.',
  answered:
    "The viewer answers a component or taps a product. Send the emoji, the option (A to D), the stars (1 to 5) or the product's ID. Of a viewer's answers to a component the first counts.",
  reminded: 'The viewer sets or removes the reminder of a countdown.',
  ivod: 'An interactive video plays.',
});
