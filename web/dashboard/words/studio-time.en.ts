import { defineWords } from '#contracts/words/define.ts';

/** Texts of the studio's time line. */
export const studioTimeWords = defineWords('studio-time', {
  timeLine: 'Timeline',
  play: 'Play',
  pause: 'Pause',
  seconds: '{seconds} s',
  secondSign: 's',
  timeOf: '<b>{time}</b> of {length}',
  timeIs: '{time} of {length}',
  time: 'Time shown',
  showAll: 'Show all elements',
  videoLength: 'Video sets the length',
  snaps: 'Snaps to 0.1 s',
  shownFor: 'Shown for',
  fold: 'Fold timeline',
  unfold: 'Unfold timeline',
  startOf: 'Start of {name}',
  endOf: 'End of {name}',
  toTheEnd: '{from} to the end',
  fromTo: '{from} to {to}',
});
