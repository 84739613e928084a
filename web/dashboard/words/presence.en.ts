import { defineWords } from '#contracts/words/define.ts';

/** Texts of the studio about the others in it. */
export const presenceWords = defineWords('presence', {
  here: 'In the studio',
  onStory: '{name} is on story {place}',
  inStudio: '{name} is in the studio',
  more: '{count} more',
  held: '{name} is editing this story.',
  heldText: 'You see each save within 2 seconds.',
  heldUnsaved: 'Your unsaved changes are kept on this device.',
  ask: 'Ask to take over',
  asked: 'Asked. If {name} says nothing, you take over in {seconds} s.',
  refused: '{name} keeps editing. Try again in a few minutes, or edit a copy.',
  copy: 'Edit a copy',
  askFailed: "Taking over didn't work. {reason}",
  askedTitle: '{name} wants to edit this story',
  askedText: 'Your changes are saved first. If you say nothing, {name} takes over in {seconds} s.',
  handOver: 'Hand over',
  keep: 'Keep editing',
});
