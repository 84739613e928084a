import { blankComponent } from '#contracts/studio/blank.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { pointerSpot } from '../canvas/page-state.ts';
import { capsOf } from '../commands/keys.ts';
import { removeSelection } from '../commands/selection.ts';
import type { StudioTools } from '../commands/studio-command.ts';
import { newComponentId } from '../edits/copies.ts';
import { cutText } from '../edits/words.ts';
import type { Editor } from '../state/editor.ts';
import { addWithRoom } from './add-with-room.ts';
import { clipboardText, longestPaste, readClipboard } from './clipboard-text.ts';

const refusedWords = {
  tooLarge: studioCanvasWords.pasteTooLarge,
  broken: studioCanvasWords.pasteBroken,
  version: studioCanvasWords.pasteVersion,
} as const;

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
  addWithRoom(editor, { components: [{ kind: 'text', component }] }, tools.notify);
  if ([...pasted.trim()].length > studioLimits.text)
    tools.notify(t(studioCanvasWords.textCut, { most: studioLimits.text }));
}

/** Pastes what a text on the clipboard describes: components at the same place, or plain words. */
export function pasteText(editor: Editor, text: string, tools: StudioTools): void {
  if (editor.state.readOnly) return;
  const read = readClipboard(text, tools);
  if (read.is === 'refused') tools.notify(t(refusedWords[read.why]));
  else if (read.is === 'text') pasteWords(editor, read.text, tools);
  else addWithRoom(editor, read, tools.notify);
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
  const text = clipboardText(content, selection, account);
  if (text.length > longestPaste) return;
  data.setData('application/json', text);
  data.setData('text/plain', text);
}

/** Copies what is selected without a key press; a browser may refuse that. Answers whether it was done. */
export async function copySelection(editor: Editor, tools: StudioTools, key = 'Mod+C'): Promise<boolean> {
  const { content, selection } = editor.state;
  try {
    await navigator.clipboard.writeText(clipboardText(content, selection, tools.account));
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
