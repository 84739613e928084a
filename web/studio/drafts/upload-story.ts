import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { type UploadedFile, uploadFile } from '../../dashboard/api/upload.ts';
import { fileProblem, titleOfFile } from '../../dashboard/group/uploads/file-checks.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { Watched } from '../canvas/watched.ts';
import type { Editor } from '../state/editor.ts';

/** What a field for files of stories takes. */
export const storyFiles = [...imageTypes, ...videoTypes].join();

/** The files that are on their way: their names, and the share of each that was sent, 0 to 1. */
export const runningUploads = new Watched<ReadonlyMap<string, { name: string; share: number }>>(new Map());

/** Uploads a file, unless it can be none of a story's; throws an error that says why. */
export async function uploadStoryFile(file: File): Promise<UploadedFile> {
  const problem = fileProblem(file);
  if (problem) throw new Error(problem);
  const key = newKey();
  const onProgress = (share: number) =>
    runningUploads.set(new Map(runningUploads.value).set(key, { name: file.name, share }));
  onProgress(0);
  try {
    return await uploadFile(file, { onProgress });
  } finally {
    runningUploads.set(new Map([...runningUploads.value].filter(([one]) => one !== key)));
  }
}

/** Uploads a file for the story that is edited; throws also where that can only be looked at, or was left or taken over meanwhile, so that nothing would save it. */
export async function uploadInto(editor: Editor, file: File): Promise<UploadedFile> {
  if (editor.state.readOnly) throw new Error(t(studioPanelWords.readOnly));
  const stored = await uploadStoryFile(file);
  if (editor.isLeft || editor.state.readOnly) throw new Error(t(studioWords.uploadLate));
  return stored;
}

/** The image or video of a story that was uploaded, with the title that its file's name gives. */
export const mediumOfFile = (
  file: File,
  stored: UploadedFile,
): Partial<DraftContent> & Pick<DraftContent, 'media'> => ({
  title: titleOfFile(file.name),
  type: stored.mime_type.startsWith('video/') ? 2 : 1,
  media: stored.file,
  thumbnail: stored.thumbnail ?? null,
});
