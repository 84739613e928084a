import { addWithRoom } from '../clipboard/add-with-room.ts';
import { newComponentId } from '../edits/copies.ts';
import type { Editor } from '../state/editor.ts';
import { type NewComponent, newComponent, type PickedPicture } from './new-component.ts';

/** What an item is added with; `at` is where it was dropped, in canvas units. */
export interface AddItem extends Pick<NewComponent, 'item' | 'brand' | 'at'> {
  onPickPicture: () => Promise<PickedPicture | null>;
  /** Tells what there is no room for. */
  notify: (text: string) => void;
}

/** Adds a component of an item, where there is room, and selects it; for an image its picture is chosen first, without one nothing is added. */
export async function addItem(editor: Editor, { item, brand, at, onPickPicture, notify }: AddItem): Promise<void> {
  const picture = item === 'image' ? await onPickPicture() : null;
  if (item === 'image' && !picture) return;
  const added = newComponent(editor.state.content.studio, {
    id: newComponentId(),
    item,
    brand,
    picture,
    at: at ?? null,
    now: Math.floor(Date.now() / 1000),
  });
  // While a picture was chosen, the story may have become full.
  addWithRoom(editor, { components: [added] }, notify);
}
