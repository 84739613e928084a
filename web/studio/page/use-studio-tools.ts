import { useMemo, useRef } from 'react';
import { blankComponent } from '#contracts/studio/blank.ts';
import { picturesOf } from '#contracts/studio/media.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { addWithRoom } from '../clipboard/add-with-room.ts';
import type { StudioTools } from '../commands/studio-command.ts';
import { uploadInto } from '../drafts/upload-story.ts';
import type { Spot } from '../edits/boxes.ts';
import { newComponentId } from '../edits/copies.ts';
import { setMedium } from '../media/MediaPanel.tsx';
import { pictureSize } from '../palette/new-component.ts';
import type { LaterStory } from '../properties/panel-context.ts';
import type { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor } from '../state/use-editor.ts';

/** Uploads a file that was dropped or pasted: the first of a story without one is its image or video, others are components. */
async function takeFile(editor: Editor, file: File, at: Spot, notify: StudioTools['notify']): Promise<void> {
  if (editor.state.content.media === null || file.type.startsWith('video/')) return setMedium(editor, file);
  const { file: media, width, height } = await uploadInto(editor, file);
  const id = newComponentId();
  const size = pictureSize({ src: media, width, height });
  const position = { x: Math.round(at.x - size.width / 2), y: Math.round(at.y - size.height / 2) };
  const component = blankComponent('image', { id, position, size, media });
  addWithRoom(editor, { components: [{ kind: 'image', component }] }, notify);
}

/** What the tools know of the group: its stories, which of them come after the one that is open, and how they are published. */
export interface ToolParts {
  contents: ReadonlyMap<string, StoryContent>;
  later: readonly LaterStory[];
  publish: () => void;
}

/** What the studio does for its commands and its canvas; the same tools as long as the story is open. */
export function useStudioTools(parts: ToolParts): StudioTools {
  const editor = useEditor();
  const tell = useTell();
  const { id: account } = useSession().account;
  const now = useRef(parts);
  now.current = parts;
  return useMemo(() => {
    const notify = (text: string) => tell(text, 'error');
    return {
      publish: () => now.current.publish(),
      account,
      isOurPicture: (address) =>
        [...now.current.contents.values()].some(({ media, studio }) =>
          [media, ...picturesOf(studio)].includes(address),
        ),
      mayLeadTo: (goal) => goal === 'end' || now.current.later.some(({ id }) => id === goal),
      onFiles: (files, at) => {
        const take = async () => {
          for (const file of files)
            try {
              await takeFile(editor, file, at, notify);
            } catch (error) {
              tell(t(studioWords.uploadFailed, { reason: error instanceof Error ? error.message : '' }), 'error');
            }
        };
        void take();
      },
      notify,
    };
  }, [editor, tell, account]);
}
