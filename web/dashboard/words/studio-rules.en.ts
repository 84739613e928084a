import { defineWords } from '#contracts/words/define.ts';

/** Texts of the rules that lead viewers to other stories by their answers. */
export const studioRuleWords = defineWords('studio-rules', {
  title: 'Where answers lead',
  count: '{count, plural, =0 {In order} one {# rule} other {# rules}}',
  ifPicks: 'If a viewer picks {answer}',
  ifStars: '{answer, plural, one {If a viewer gives # star} other {If a viewer gives # stars}}',
  stars: '{answer, plural, one {# star} other {# stars}}',
  noAnswer: "Viewers who don't answer see",
  goesTo: '{answer}: {goal}',
  next: 'The next story',
  end: 'The end',
  story: '{place}. {title}',
  earlier: 'An earlier story',
  gone: 'A story that is no longer here',
  noLater: 'Add a story after this one to lead viewers there.',
  resting: 'Paused: {reason}',
  lettered: '{letter}. {words}',
});
