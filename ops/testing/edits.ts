import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { componentKinds } from '#contracts/studio/kinds.ts';
import { studio } from '#contracts/studio/studio.ts';
import { alignComponents, alignments, distributeComponents } from '../../web/studio/edits/align.ts';
import { changeComponent, removeComponents } from '../../web/studio/edits/components.ts';
import { copiesOf, pasteComponents } from '../../web/studio/edits/copies.ts';
import { flagComponents } from '../../web/studio/edits/flags.ts';
import { moveComponents, moveComponentTo } from '../../web/studio/edits/move.ts';
import { orderComponents } from '../../web/studio/edits/order.ts';
import { type Handle, handles, resizeComponents } from '../../web/studio/edits/resize.ts';
import { rotateComponents } from '../../web/studio/edits/rotate.ts';
import { Editor } from '../../web/studio/state/editor.ts';
import { createRandom, pick, type Random } from './random.ts';

const actsEach = 24;

const startOf = (random: Random) => {
  const parts = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at): ExamplePart => {
    const kind = pick(random, at < 4 ? componentKinds : (['text', 'image'] as const));
    const position = { x: Math.floor(random() * 400) - 50, y: Math.floor(random() * 700) - 50 };
    const size = { width: 8 + Math.floor(random() * 300), height: 8 + Math.floor(random() * 300) };
    const more = { position, size, rotation: Math.floor(random() * 361) - 180, locked: random() < 0.1 };
    return [kind, `start-${at}-${kind.replace('_', '')}`, { ...more, ...(kind === 'cta' && { type: 'button' }) }];
  });
  return exampleDesign(...parts.slice(0, 3), ...parts.slice(3).filter(([kind]) => kind !== 'cta'));
};

/** One act of a person, by chance, on one or several components. */
const act = (editor: Editor, random: Random): void => {
  const all = flatten(editor.state.content.studio).map(({ component }) => component.id);
  const ids = all.filter(() => random() < 0.5);
  const far = () => Math.round((random() - 0.5) * pick(random, [4, 100, 4000]));
  const by = { x: far(), y: far() };
  const merge = pick(random, [null, null, 'drag']);
  pick<() => void>(random, [
    () => editor.edit(moveComponents, { ids, by }, merge),
    () => editor.edit(moveComponentTo, { id: ids[0] ?? '', to: by }, merge),
    () => {
      const handle = pick(random, Object.keys(handles) as Handle[]);
      editor.edit(resizeComponents, { ids, handle, by, keepRatio: random() < 0.3 }, merge);
    },
    () => editor.edit(rotateComponents, { ids, degrees: far() }, merge),
    () => editor.edit(alignComponents, { ids, way: pick(random, alignments) }),
    () => editor.edit(distributeComponents, { ids, axis: pick(random, ['x', 'y'] as const) }),
    () => editor.edit(orderComponents, { ids, step: pick(random, ['forward', 'backward', 'front', 'back'] as const) }),
    () => editor.edit(pasteComponents, copiesOf(editor.state.content.studio, { ids })),
    () => editor.edit(flagComponents, { ids, flag: pick(random, ['locked', 'hidden'] as const), on: random() < 0.5 }),
    () => editor.edit(removeComponents, new Set(ids.slice(0, 1))),
    () => editor.edit(changeComponent, { id: ids[0] ?? '', changes: { name: pick(random, ['', 'Coat']) } }, merge),
    () => editor.seal(),
  ])();
};

/**
 * Edits so many random designs, undoes all of it and does it again: the same bytes each time, and nothing in between that the
 * schema refuses. Answers how many steps were undone; throws what is not so, with the seed of that design.
 */
export const editAndUndo = (runs: number, seed: number): number => {
  let undone = 0;
  for (let run = 0; run < runs; run += 1) {
    const must = (is: boolean, words: string): void => {
      if (!is) throw new Error(`seed ${seed + run}: ${words}`);
    };
    const random = createRandom(seed + run);
    const content = { title: '', type: 1, media: null, thumbnail: null, conditions: null, ignored: [] } as const;
    const editor = new Editor('story', { ...content, studio: startOf(random) });
    const bytes = (): string => JSON.stringify(editor.state.content);
    const start = bytes();
    for (let acts = 0; acts < actsEach; acts += 1) {
      act(editor, random);
      const checked = studio.safeParse(editor.state.content.studio);
      must(checked.success, `${checked.error?.message}`);
    }
    const [end, steps] = [bytes(), editor.state.history.done.length];
    for (let step = 0; step < steps; step += 1) editor.undo();
    must(bytes() === start, 'undone it is not what it was');
    for (let step = 0; step < steps; step += 1) editor.redo();
    must(bytes() === end, 'done again it is not the same');
    undone += steps;
  }
  return undone;
};
