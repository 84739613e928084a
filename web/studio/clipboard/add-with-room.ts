import type { ConditionRule } from '#contracts/studio/conditions.ts';
import type { Message } from '#contracts/words/define.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { namedKind } from '../canvas/component-label.ts';
import { pasteComponents, withCopies } from '../edits/copies.ts';
import { roomForRules } from '../edits/goals.ts';
import { type KindComponent, noRoomFor } from '../edits/room.ts';
import type { Editor } from '../state/editor.ts';
import type { LeftOut } from './clipboard-text.ts';

const whyWords: Readonly<Record<LeftOut['why'], Message>> = {
  unreadable: studioCanvasWords.whyUnreadable,
  picture: studioCanvasWords.whyPicture,
  goals: studioCanvasWords.whyGoals,
  rules: studioCanvasWords.whyRules,
  components: studioCanvasWords.whyComponents,
  answerable: studioCanvasWords.whyAnswerable,
  productTags: studioCanvasWords.whyTags,
  swipes: studioCanvasWords.whySwipes,
  buttons: studioCanvasWords.whyButtons,
  fonts: studioCanvasWords.whyFonts,
  bytes: studioCanvasWords.whyBytes,
};

/** So many of what was left out are named. */
const mostNamed = 3;

function leftOutText(all: readonly LeftOut[]): string {
  const list = all
    .slice(0, mostNamed)
    .map(({ kind, says, why }) =>
      t(studioCanvasWords.leftOutOne, { name: namedKind(kind, says), why: t(whyWords[why]) }),
    )
    .join(', ');
  const count = all.length - mostNamed;
  return count > 0 ? t(studioCanvasWords.leftOutMore, { list, count }) : t(studioCanvasWords.leftOut, { list });
}

const saysOf = ({ component }: KindComponent): string =>
  'question' in component ? component.question : 'text' in component ? component.text : component.name;

/** Components with the rules that ask them, and what was left out of them before. */
export interface AddedComponents {
  components: readonly KindComponent[];
  rules?: readonly ConditionRule[];
  leftOut?: readonly LeftOut[];
}

/** Adds components to what is edited, as far as there is room, and selects them; what is left out is told. */
export function addWithRoom(
  editor: Editor,
  { components, rules = [], leftOut: before = [] }: AddedComponents,
  notify: (text: string) => void,
): void {
  if (editor.state.readOnly) return;
  const leftOut = [...before];
  const added: KindComponent[] = [];
  let design = editor.state.content.studio;
  for (const one of components) {
    const why = noRoomFor(design, one);
    if (why) leftOut.push({ kind: one.kind, says: saysOf(one), why });
    else {
      added.push(one);
      design = pasteComponents(design, [one]);
    }
  }
  const due = rules.filter(({ component_id }) => added.some(({ component }) => component.id === component_id));
  const tooMany = new Set(due.slice(roomForRules(editor.state.content.conditions)).map((rule) => rule.component_id));
  for (const one of added)
    if (tooMany.has(one.component.id)) leftOut.push({ kind: one.kind, says: saysOf(one), why: 'rules' });
  editor.change((content) => withCopies(content, { components: added, rules: due }));
  if (added.length > 0) editor.select(added.map(({ component }) => component.id));
  if (leftOut.length > 0) notify(leftOutText(leftOut));
}
