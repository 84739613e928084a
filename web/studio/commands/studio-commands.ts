import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { openedKeys, openedMenu } from '../canvas/page-state.ts';
import { changeView, stepZoom } from '../canvas/view-settings.ts';
import { alignCommands, flagCommands, orderCommands, stepCommands, stepOutCommand } from './arrange-commands.ts';
import {
  clipboardCommands,
  duplicateCommand,
  historyCommands,
  removeCommand,
  selectAllCommand,
  wordsCommand,
} from './edit-commands.ts';
import type { StudioCommand } from './studio-command.ts';

const always = (): boolean => true;
const view = { group: 'view', scope: 'page', when: always } as const;
const story = { group: 'story', scope: 'page' } as const;

/** Opens the menu of what is selected, in the middle of where the keyboard is. */
const menuCommand: StudioCommand = {
  ...view,
  id: 'menu',
  label: studioCanvasWords.menu,
  keys: ['Shift+F10'],
  scope: 'canvas',
  perform: () => {
    const { left, top, width, height } = (document.activeElement ?? document.body).getBoundingClientRect();
    openedMenu.set({ x: left + width / 2, y: top + height / 2 });
  },
};

/** Plays the story, or pauses it; the key does so when it is let go, for it also pans while it is held. */
export const playCommand: StudioCommand = {
  ...story,
  id: 'play',
  label: studioCanvasWords.play,
  keys: ['Space'],
  scope: 'canvas',
  when: always,
  perform: (editor) => editor.play(!editor.state.playing),
};

/** Everything that people do by keys, menus or buttons, in the order of the list of keys. */
export const studioCommands: readonly StudioCommand[] = [
  ...historyCommands,
  ...clipboardCommands,
  duplicateCommand,
  removeCommand,
  selectAllCommand,
  wordsCommand,
  stepOutCommand,
  ...stepCommands,
  ...orderCommands,
  ...flagCommands,
  ...alignCommands,
  { ...view, id: 'zoomIn', label: studioCanvasWords.zoomIn, keys: ['Mod+='], perform: () => stepZoom(1) },
  { ...view, id: 'zoomOut', label: studioCanvasWords.zoomOut, keys: ['Mod+-'], perform: () => stepZoom(-1) },
  {
    ...view,
    id: 'zoomFit',
    label: studioCanvasWords.zoomFit,
    keys: ['Mod+0'],
    perform: () => changeView({ zoom: 'fit' }),
  },
  menuCommand,
  { ...view, id: 'keys', label: studioCanvasWords.keyMap, keys: ['?'], perform: () => openedKeys.set(true) },
  playCommand,
  {
    ...story,
    id: 'publish',
    label: studioCanvasWords.publish,
    keys: ['Mod+Enter'],
    when: (_editor, tools) => tools.publish !== undefined,
    perform: (_editor, tools) => tools.publish?.(),
  },
];

/** What the menu of the canvas offers, in its parts. */
export const menuParts: readonly (readonly StudioCommand[])[] = [
  [...clipboardCommands, duplicateCommand],
  [wordsCommand],
  orderCommands,
  flagCommands,
  [removeCommand],
  [selectAllCommand],
];

/** The command that a key stands for. */
export const commandOf = (key: string): StudioCommand | undefined =>
  studioCommands.find(({ keys }) => keys.includes(key));
