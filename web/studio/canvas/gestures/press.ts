import type { Spot } from '../../edits/boxes.ts';
import { pickedAt, pickedBelow } from '../pick.ts';
import { editedWords, wordsToEdit } from '../words-edited.ts';
import type { Gesture, GestureTools, Pointed } from './gesture.ts';
import { isHandle, moveGesture, resizeGesture, rotateGesture } from './place-gestures.ts';
import { marqueeGesture } from './view-gestures.ts';

/** What begins where a pointer is pressed: what it does once it moves, and what it is if it does not. */
export interface Press {
  gesture: Gesture | null;
  click(): void;
}

/** The press before: where, in px, and when, in ms. */
export interface LastPress {
  px: Spot;
  ms: number;
}

/** Presses so near each other, in px, are at one place; so soon after each other, in ms, a double one. */
const [samePlace, soon] = [4, 400];

const nothing = (): void => {};

/** What a press on a component does: selects it, one below it, or edits its words. */
function pressOn(
  tools: GestureTools,
  to: Pointed,
  picked: readonly string[],
  last: LastPress | null,
  ms: number,
): Press {
  const { editor } = tools;
  const { selection } = editor.state;
  const isSelected = picked.some((id) => selection.includes(id));
  const isSame = last !== null && Math.hypot(to.px.x - last.px.x, to.px.y - last.px.y) <= samePlace;
  const isDouble = isSame && ms - last.ms < soon;
  if (to.shift) {
    const [top] = picked;
    const rest = selection.filter((id) => id !== top);
    editor.select(rest.length < selection.length ? rest : [...selection, top!]);
    return { gesture: moveGesture(tools, to.at), click: nothing };
  }
  const below = () => {
    const next = pickedBelow(picked, selection);
    if (next !== null) editor.select([next]);
  };
  if (!isSelected) editor.select([picked[0]!]);
  const click = () => {
    if (to.alt) below();
    else if (isDouble) editedWords.set(wordsToEdit(editor));
    else if (isSame && isSelected && selection.length === 1) below();
    else if (isSelected)
      editor.select([picked.find((id) => selection.includes(id) && selection.length === 1) ?? picked[0]!]);
  };
  return { gesture: moveGesture(tools, to.at), click };
}

/** What begins where a pointer is pressed; `on` is the handle below it, 'turn' the knob, if there is one. */
export function pressAt(
  tools: GestureTools,
  to: Pointed,
  on: string | undefined,
  last: LastPress | null,
  ms: number,
): Press {
  if (isHandle(on)) return { gesture: resizeGesture(tools, on, to.at), click: nothing };
  if (on === 'turn') return { gesture: rotateGesture(tools, to.at), click: nothing };
  const { content, time, selection } = tools.editor.state;
  const picked = pickedAt(content.studio, time, to.at);
  if (picked.length > 0) return pressOn(tools, to, picked, last, ms);
  const click = () => {
    if (!to.shift && selection.length > 0) tools.editor.select([]);
  };
  return { gesture: marqueeGesture(tools, to.at, to.shift), click };
}
