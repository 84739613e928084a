import { useCallback } from 'react';
import { imageTypes } from '#contracts/api/media-files.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { uploadInto, uploadStoryFile } from '../drafts/upload-story.ts';
import type { PickedPicture } from '../palette/new-component.ts';
import type { Editor } from '../state/editor.ts';

/** Lets a person choose a file of their device; null where they choose none. */
const chooseFile = (accept: string): Promise<File | null> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', accept });
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });

/** What lets a person choose a picture of their device, which is uploaded, for what is edited or else for the account; what keeps it from that is told. */
export function usePickPicture(editor: Editor | null = null): () => Promise<PickedPicture | null> {
  const tell = useTell();
  return useCallback(async () => {
    const file = await chooseFile(imageTypes.join());
    if (!file) return null;
    try {
      const { file: src, width, height } = await (editor ? uploadInto(editor, file) : uploadStoryFile(file));
      return { src, width, height };
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      tell(t(studioWords.uploadFailed, { reason }), 'error');
      return null;
    }
  }, [tell, editor]);
}
