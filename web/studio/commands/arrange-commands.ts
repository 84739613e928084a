import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  type LucideIcon,
} from 'lucide-react';
import { flatten } from '#contracts/studio/flat.ts';
import type { Message } from '#contracts/words/define.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentLabel } from '../canvas/component-label.ts';
import { spokenAct } from '../canvas/page-state.ts';
import { type Alignment, alignComponents, distributeComponents } from '../edits/align.ts';
import { flagComponents } from '../edits/flags.ts';
import { moveComponents } from '../edits/move.ts';
import { type OrderStep, orderComponents } from '../edits/order.ts';
import type { Editor } from '../state/editor.ts';
import { allHave, freeSelection, hasFree, hasSelection, maySetFlags, neighborLayer } from './selection.ts';
import type { StudioCommand } from './studio-command.ts';

const usual = { group: 'arrange', scope: 'canvas' } as const;

const ways = new Map([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
]);

/** Tells where the first of what is selected is now. */
function tellPlace({ state: { content, selection } }: Editor): void {
  const one = flatten(content.studio).find(({ component }) => component.id === selection[0]);
  if (one) spokenAct.set(t(studioCanvasWords.placed, { name: componentLabel(one), ...one.component.position }));
}

const nudge = (id: string, label: Message, far: number, prefix: string): StudioCommand => ({
  ...usual,
  id,
  label,
  keys: [...ways.keys()].map((key) => prefix + key),
  when: hasFree,
  perform: (editor, _tools, key) => {
    const { x, y } = ways.get(key.slice(prefix.length))!;
    // While a key is held, its steps are one.
    editor.edit(moveComponents, { ids: freeSelection(editor), by: { x: x * far, y: y * far } }, 'nudge');
    tellPlace(editor);
  },
});

const walk = (id: string, label: Message, key: string, step: 1 | -1): StudioCommand => ({
  ...usual,
  id,
  label,
  keys: [key],
  // Behind the last layer the key leads on through the page.
  when: (editor) => neighborLayer(editor, step) !== null,
  perform: (editor) => editor.select([neighborLayer(editor, step)!]),
});

/** Moves what is selected by keys, and goes from layer to layer. */
export const stepCommands: readonly StudioCommand[] = [
  nudge('nudge', studioCanvasWords.nudge, 1, ''),
  nudge('nudgeFar', studioCanvasWords.nudgeFar, 10, 'Shift+'),
  walk('nextLayer', studioCanvasWords.nextLayer, 'Tab', 1),
  walk('previousLayer', studioCanvasWords.previousLayer, 'Shift+Tab', -1),
];

const order = (step: OrderStep, label: Message, icon: LucideIcon, key: string): StudioCommand => ({
  ...usual,
  id: step,
  label,
  icon,
  keys: [key],
  when: hasFree,
  perform: (editor) => editor.edit(orderComponents, { ids: freeSelection(editor), step }),
});

/** Moves what is selected among the layers. */
export const orderCommands: readonly StudioCommand[] = [
  order('forward', studioCanvasWords.forward, ArrowUp, ']'),
  order('backward', studioCanvasWords.backward, ArrowDown, '['),
  order('front', studioCanvasWords.front, ArrowUpToLine, '}'),
  order('back', studioCanvasWords.back, ArrowDownToLine, '{'),
];

/** Locks and hides what is selected, or takes that back. */
export const flagCommands: readonly StudioCommand[] = [
  {
    ...usual,
    id: 'lock',
    label: (editor) => (allHave(editor, 'locked') ? studioCanvasWords.unlock : studioCanvasWords.lock),
    icon: Lock,
    keys: [],
    when: maySetFlags,
    perform: (editor) => {
      const on = !allHave(editor, 'locked');
      editor.edit(flagComponents, { ids: editor.state.selection, flag: 'locked', on });
    },
  },
  {
    ...usual,
    id: 'hide',
    label: (editor) => (allHave(editor, 'hidden') ? studioCanvasWords.show : studioCanvasWords.hide),
    icon: Eye,
    keys: [],
    when: maySetFlags,
    perform: (editor) => {
      const on = !allHave(editor, 'hidden');
      editor.edit(flagComponents, { ids: editor.state.selection, flag: 'hidden', on });
    },
  },
];

const align = (way: Alignment, label: Message, icon: LucideIcon): StudioCommand => ({
  ...usual,
  id: `align-${way}`,
  label,
  icon,
  keys: [],
  when: hasFree,
  perform: (editor) => editor.edit(alignComponents, { ids: freeSelection(editor), way }),
});

const distribute = (axis: 'x' | 'y', label: Message, icon: LucideIcon): StudioCommand => ({
  ...usual,
  id: `distribute-${axis}`,
  label,
  icon,
  keys: [],
  when: (editor) => freeSelection(editor).length > 2,
  perform: (editor) => editor.edit(distributeComponents, { ids: freeSelection(editor), axis }),
});

/** Aligns and distributes what is selected; they have buttons and no keys. */
export const alignCommands: readonly StudioCommand[] = [
  align('left', studioCanvasWords.alignLeft, AlignStartVertical),
  align('center', studioCanvasWords.alignCenter, AlignCenterVertical),
  align('right', studioCanvasWords.alignRight, AlignEndVertical),
  align('top', studioCanvasWords.alignTop, AlignStartHorizontal),
  align('middle', studioCanvasWords.alignMiddle, AlignCenterHorizontal),
  align('bottom', studioCanvasWords.alignBottom, AlignEndHorizontal),
  distribute('x', studioCanvasWords.distributeAcross, AlignHorizontalDistributeCenter),
  distribute('y', studioCanvasWords.distributeDown, AlignVerticalDistributeCenter),
];

/** Steps out: stops what plays, then selects nothing. */
export const stepOutCommand: StudioCommand = {
  ...usual,
  id: 'stepOut',
  label: studioCanvasWords.stepOut,
  keys: ['Escape'],
  group: 'edit',
  scope: 'page',
  when: (editor) => editor.state.playing || hasSelection(editor),
  perform: (editor) => {
    if (editor.state.playing) editor.play(false);
    else editor.select([]);
  },
};

/** The icon of a flag's command as it is now. */
export const flagIcon = (editor: Editor, id: string): LucideIcon =>
  id === 'lock' ? (allHave(editor, 'locked') ? LockOpen : Lock) : allHave(editor, 'hidden') ? Eye : EyeOff;
