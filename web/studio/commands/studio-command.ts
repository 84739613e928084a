import type { LucideIcon } from 'lucide-react';
import type { Message } from '#contracts/words/define.ts';
import type { Spot } from '../edits/boxes.ts';
import type { Editor } from '../state/editor.ts';

/** What the page does for commands. */
export interface StudioTools {
  /** Publishes, or shows what keeps from it; absent where there is nothing to publish. */
  publish?: () => void;
  /** The account that works here: pictures that were copied in it are its own. */
  account: string;
  /** Whether a picture's address is known to be one of the account. */
  isOurPicture: (address: string) => boolean;
  /** Whether answers of the story that is open may lead to there: 'end', or a later story of its group. */
  mayLeadTo: (goal: string) => boolean;
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
