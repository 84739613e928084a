import t from 'tap';
import '#kernel/platform/say.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { t as words } from '../../dashboard/words/t.ts';
import { openedKeys, openedMenu } from '../canvas/page-state.ts';
import { changeView, shownZoom, viewSettings } from '../canvas/view-settings.ts';
import { editedWords } from '../canvas/words-edited.ts';
import { layersOf } from '../edits/components.ts';
import { flagComponents } from '../edits/flags.ts';
import { Editor } from '../state/editor.ts';
import { capsOf, keyOf } from './keys.ts';
import type { StudioTools } from './studio-command.ts';
import { commandOf, studioCommands } from './studio-commands.ts';
import { keyTable } from './test-key-table.ts';

const text = (id: string, y: number, z_index: number) =>
  ['text', id, { text: id, position: { x: 40, y }, size: { width: 120, height: 40 }, z_index }] as const;

/** Three texts, the one in the middle is selected; its last change was undone, and one before it can be. */
function scene() {
  const studio = exampleDesign(text('text-low', 100, 0), text('text-mid', 200, 1), text('text-top', 300, 2));
  const content = { title: '', type: 1, media: null, thumbnail: null, conditions: null, ignored: [] } as const;
  const editor = new Editor('story', { ...content, studio });
  editor.edit(flagComponents, { ids: ['text-top'], flag: 'hidden', on: true });
  editor.edit(flagComponents, { ids: ['text-top'], flag: 'locked', on: true });
  editor.undo();
  editor.select(['text-mid']);
  const done: string[] = [];
  const tools: StudioTools = {
    publish: () => done.push('published'),
    account: 'account',
    isOurPicture: () => true,
    mayLeadTo: () => true,
    onFiles: () => done.push('files'),
    notify: (said) => done.push(said),
  };
  const all = () => flatten(editor.state.content.studio).map(({ component }) => component);
  return { editor, tools, done, one: (id: string) => all().find((found) => found.id === id), all };
}
type Scene = ReturnType<typeof scene>;

const place = ({ one }: Scene) => Object.values(one('text-mid')!.position);
const layers = ({ editor }: Scene) => layersOf(editor.state.content.studio).map(({ component }) => component.id);
const selection = ({ editor }: Scene) => editor.state.selection;
const count = ({ all }: Scene) => all().length;
const flags = ({ one }: Scene) => [one('text-top')!.hidden, one('text-top')!.locked];
const zoom = () => viewSettings.value.zoom;
const clipboard = { text: '' };

/** What each key does: what is looked at afterwards, and what it is then. */
const effects = new Map<string, [look: (s: Scene) => unknown, want: unknown]>([
  ['Mod+Z', [flags, [false, false]]],
  ['Mod+Shift+Z', [flags, [true, true]]],
  ['Mod+Y', [flags, [true, true]]],
  ['Mod+X', [(s) => [count(s), clipboard.text.includes('text-mid')], [2, true]]],
  ['Mod+C', [(s) => [count(s), clipboard.text.includes('text-mid')], [3, true]]],
  [
    'Mod+V',
    [
      (s) =>
        s
          .all()
          .map((one) => 'text' in one && one.text)
          .at(-1),
      'Warm coats',
    ],
  ],
  ['Mod+D', [(s) => [count(s), selection(s)[0] === 'text-mid'], [4, false]]],
  ['Delete', [layers, ['text-top', 'text-low']]],
  ['Backspace', [layers, ['text-top', 'text-low']]],
  ['Mod+A', [selection, ['text-low', 'text-mid']]],
  ['Enter', [() => editedWords.value, 'text-mid']],
  ['Escape', [selection, []]],
  ['ArrowLeft', [place, [39, 200]]],
  ['ArrowRight', [place, [41, 200]]],
  ['ArrowUp', [place, [40, 199]]],
  ['ArrowDown', [place, [40, 201]]],
  ['Shift+ArrowLeft', [place, [30, 200]]],
  ['Shift+ArrowRight', [place, [50, 200]]],
  ['Shift+ArrowUp', [place, [40, 190]]],
  ['Shift+ArrowDown', [place, [40, 210]]],
  ['Tab', [selection, ['text-low']]],
  ['Shift+Tab', [selection, ['text-top']]],
  [']', [layers, ['text-mid', 'text-top', 'text-low']]],
  ['[', [layers, ['text-top', 'text-low', 'text-mid']]],
  ['}', [layers, ['text-mid', 'text-top', 'text-low']]],
  ['{', [layers, ['text-top', 'text-low', 'text-mid']]],
  ['Mod+=', [zoom, 125]],
  ['Mod+-', [zoom, 75]],
  ['Mod+0', [zoom, 'fit']],
  ['Shift+F10', [() => openedMenu.value, { x: 60, y: 40 }]],
  ['?', [() => openedKeys.value, true]],
  ['Space', [({ editor }) => editor.state.playing, true]],
  ['Mod+Enter', [({ done }) => done, ['published']]],
]);

t.test('each key stands for one command, and the list of keys has all of them', async (t) => {
  const keys = studioCommands.flatMap((one) => one.keys);
  t.equal(new Set(keys).size, keys.length, 'no two have a key in common');
  const ids = studioCommands.map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length);
  t.same([...effects.keys()], keys, 'this test knows every key');
  const { editor } = scene();
  const listed = studioCommands.flatMap(({ label, keys }) =>
    keys.map((key) => [words(typeof label === 'function' ? label(editor) : label), capsOf(key).join(' ')]),
  );
  const due = keyTable.flatMap(([label, ...all]) => all.map((caps) => [label, caps]));
  t.same(listed.sort(), due.sort());
});

t.test('each key does what it says when it is pressed once', async (t) => {
  const clipboardOfPage = {
    writeText: async (text: string) => Object.assign(clipboard, { text }),
    readText: async () => 'Warm coats',
  };
  const box = { left: 10, top: 20, width: 100, height: 40 };
  const page = { activeElement: { getBoundingClientRect: () => box } };
  const lent = { navigator: { platform: '', clipboard: clipboardOfPage }, document: page };
  for (const [name, value] of Object.entries(lent))
    Object.defineProperty(globalThis, name, { configurable: true, value });
  for (const [key, [look, want]] of effects) {
    const s = scene();
    clipboard.text = '';
    shownZoom.set(100);
    changeView({ zoom: 100 });
    const command = commandOf(key)!;
    t.notSame(look(s), want, `${key}: not so before`);
    t.ok(command.when(s.editor, s.tools), `${key} can be pressed`);
    command.perform(s.editor, s.tools, key);
    await new Promise(setImmediate);
    t.same(look(s), want, `${key}: ${command.id}`);
    editedWords.set(null);
  }
  for (const name of Object.keys(lent)) Reflect.deleteProperty(globalThis, name);
});

t.test('who may only look changes nothing by any key', async (t) => {
  for (const [key] of effects) {
    const s = scene();
    s.editor.setReadOnly(true);
    const before = s.editor.state.content;
    const command = commandOf(key)!;
    if (['Mod+C', 'Shift+F10'].includes(key) || !command.when(s.editor, s.tools)) continue;
    command.perform(s.editor, s.tools, key);
    t.equal(s.editor.state.content, before, key);
  }
});

t.test('a press is named as the keyboard writes it', async (t) => {
  const press = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  const named: [Partial<typeof press> & { key: string }, string][] = [
    [{ key: 'z', metaKey: true }, 'Mod+Z'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'Mod+Shift+Z'],
    [{ key: '+', ctrlKey: true, shiftKey: true }, 'Mod+='],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '}', shiftKey: true }, '}'],
    [{ key: ' ' }, 'Space'],
    [{ key: 'Tab', shiftKey: true }, 'Shift+Tab'],
  ];
  for (const [given, name] of named) t.equal(keyOf({ ...press, ...given }), name);
  t.equal(keyOf({ ...press, key: '{', ctrlKey: true, altKey: true, getModifierState: () => true }), '{', 'AltGr');
});
