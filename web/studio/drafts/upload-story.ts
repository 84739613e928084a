import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { type UploadedFile, type UploadOptions, uploadFile } from '../../dashboard/api/upload.ts';
import { fileProblem, titleOfFile } from '../../dashboard/group/uploads/file-checks.ts';

/** What a field for files of stories takes. */
export const storyFiles = [...imageTypes, ...videoTypes].join();

/** Uploads a file, unless it can be none of a story's; throws an error that says why. */
export async function uploadStoryFile(file: File, options?: UploadOptions): Promise<UploadedFile> {
  const problem = fileProblem(file);
  if (problem) throw new Error(problem);
  return uploadFile(file, options);
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
