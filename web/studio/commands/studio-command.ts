import type { LucideIcon } from 'lucide-react';
import type { Message } from '#contracts/words/define.ts';
import type { PastePlace } from '../clipboard/clipboard-text.ts';
import type { Spot } from '../edits/boxes.ts';
import type { Editor } from '../state/editor.ts';

/** What the page does for commands. */
export interface StudioTools extends PastePlace {
  /** Publishes, or shows what keeps from it; absent where there is nothing to publish. */
  publish?: () => void;
  /** Files were pasted or dropped; the place is in canvas units. */
  onFiles: (files: File[], at: Spot) => void;
  /** Tells something that went otherwise than it was meant. */
  notify: (text: string) => void;
}

/** Where the list of keys has a command. */
export type CommandGroup = 'edit' | 'arrange' | 'view' | 'story';

/**
 * Something that people do in the studio, by keys, a menu or a button. Keys are named as `keyOf` names them; those of the
 * `canvas` work while the keyboard is there, those of the `page` wherever nothing is typed.
 */
export interface StudioCommand {
  id: string;
  label: Message | ((editor: Editor) => Message);
  icon?: LucideIcon;
  keys: readonly string[];
  group: CommandGroup;
  scope: 'canvas' | 'page';
  /** The browser says by an event of its own that the keys were pressed: they are only shown. */
  native?: boolean;
  when: (editor: Editor, tools: StudioTools) => boolean;
  perform: (editor: Editor, tools: StudioTools, key: string) => void;
}
