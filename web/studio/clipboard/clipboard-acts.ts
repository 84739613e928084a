import { blankComponent } from '#contracts/studio/blank.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Message } from '#contracts/words/define.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { namedKind } from '../canvas/component-label.ts';
import { pointerSpot } from '../canvas/page-state.ts';
import { capsOf } from '../commands/keys.ts';
import { removeSelection } from '../commands/selection.ts';
import type { StudioTools } from '../commands/studio-command.ts';
import { newComponentId, pasteComponents } from '../edits/copies.ts';
import { type KindComponent, noRoomFor } from '../edits/room.ts';
import { cutText } from '../edits/words.ts';
import type { Editor } from '../state/editor.ts';
import { clipboardText, type LeftOut, longestPaste, readClipboard } from './clipboard-text.ts';

const whyWords: Readonly<Record<LeftOut['why'], Message>> = {
  unreadable: studioCanvasWords.whyUnreadable,
  picture: studioCanvasWords.whyPicture,
  components: studioCanvasWords.whyComponents,
  answerable: studioCanvasWords.whyAnswerable,
  productTags: studioCanvasWords.whyTags,
  swipes: studioCanvasWords.whySwipes,
  buttons: studioCanvasWords.whyButtons,
  fonts: studioCanvasWords.whyFonts,
  bytes: studioCanvasWords.whyBytes,
};

const refusedWords = {
  tooLarge: studioCanvasWords.pasteTooLarge,
  broken: studioCanvasWords.pasteBroken,
  version: studioCanvasWords.pasteVersion,
} as const;

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

/** Adds components to what is edited, as far as there is room, and selects them; what is left out is told. */
function addPasted(
  editor: Editor,
  components: readonly KindComponent[],
  before: readonly LeftOut[],
  tools: StudioTools,
) {
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
  editor.edit(pasteComponents, added);
  if (added.length > 0) editor.select(added.map(({ component }) => component.id));
  if (leftOut.length > 0) tools.notify(leftOutText(leftOut));
}

const pastedSize = { width: 320, height: 120 };

/** Plain words become a text in the middle of the canvas. */
function pasteWords(editor: Editor, pasted: string, tools: StudioTools): void {
  const text = cutText(
    pasted.trim().replaceAll('\r\n', '\n').replaceAll('\u0000', ''),
    studioLimits.text,
  ).toWellFormed();
  if (text === '') return;
  const position = { x: (canvas.width - pastedSize.width) / 2, y: (canvas.height - pastedSize.height) / 2 };
  const component = blankComponent('text', { id: newComponentId(), position, size: pastedSize, text, font_size: 24 });
  addPasted(editor, [{ kind: 'text', component }], [], tools);
  if ([...pasted.trim()].length > studioLimits.text)
    tools.notify(t(studioCanvasWords.textCut, { most: studioLimits.text }));
}

/** Pastes what a text on the clipboard describes: components at the same place, or plain words. */
export function pasteText(editor: Editor, text: string, tools: StudioTools): void {
  if (editor.state.readOnly) return;
  const read = readClipboard(text, tools);
  if (read.is === 'refused') tools.notify(t(refusedWords[read.why]));
  else if (read.is === 'text') pasteWords(editor, read.text, tools);
  else addPasted(editor, read.components, read.leftOut, tools);
}

/** The files of a clipboard or a drop that are pictures or films; others are for whoever takes them to refuse. */
export function pasteData(editor: Editor, data: DataTransfer, tools: StudioTools): void {
  if (editor.state.readOnly) return;
  const files = [...data.files];
  if (files.length > 0) {
    tools.onFiles(files, pointerSpot.value ?? { x: canvas.width / 2, y: canvas.height / 2 });
    return;
  }
  const text = data.getData('application/json') || data.getData('text/plain');
  if (text !== '') pasteText(editor, text, tools);
}

/** Puts what is selected on the clipboard of an event. */
export function copyInto(editor: Editor, data: DataTransfer, { account }: StudioTools): void {
  const { content, selection } = editor.state;
  const text = clipboardText(content.studio, selection, account);
  if (text.length > longestPaste) return;
  data.setData('application/json', text);
  data.setData('text/plain', text);
}

/** Copies what is selected without a key press; a browser may refuse that. Answers whether it was done. */
export async function copySelection(editor: Editor, tools: StudioTools, key = 'Mod+C'): Promise<boolean> {
  const { content, selection } = editor.state;
  try {
    await navigator.clipboard.writeText(clipboardText(content.studio, selection, tools.account));
    return true;
  } catch {
    tools.notify(t(studioCanvasWords.copyRefused, { keys: capsOf(key).join('+') }));
    return false;
  }
}

/** Cuts what is selected without a key press. */
export async function cutSelection(editor: Editor, tools: StudioTools): Promise<void> {
  if (await copySelection(editor, tools, 'Mod+X')) removeSelection(editor);
}

/** Pastes without a key press; a browser may refuse that. */
export async function pasteFromClipboard(editor: Editor, tools: StudioTools): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    tools.notify(t(studioCanvasWords.pasteRefused, { keys: capsOf('Mod+V').join('+') }));
    return;
  }
  pasteText(editor, text, tools);
}
