import { addComponent } from '../edits/components.ts';
import { newComponentId } from '../edits/copies.ts';
import type { Editor } from '../state/editor.ts';
import { type NewComponent, newComponent, type PickedPicture } from './new-component.ts';
import { fullReason } from './room-for.ts';

/** What an item is added with; `at` is where it was dropped, in canvas units. */
export interface AddItem extends Pick<NewComponent, 'item' | 'brand' | 'at'> {
  onPickPicture: () => Promise<PickedPicture | null>;
}

/** Adds a component of an item and selects it; for an image its picture is chosen first, without one nothing is added. */
export async function addItem(editor: Editor, { item, brand, at, onPickPicture }: AddItem): Promise<void> {
  const picture = item === 'image' ? await onPickPicture() : null;
  // While a picture was chosen, the story may have become another.
  if ((item === 'image' && !picture) || fullReason(editor.state.content.studio, item)) return;
  const id = newComponentId();
  const added = newComponent(editor.state.content.studio, {
    id,
    item,
    brand,
    picture,
    at: at ?? null,
    now: Math.floor(Date.now() / 1000),
  });
  editor.edit(addComponent, added);
  if (!editor.state.readOnly) editor.select([id]);
}
