import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { limits } from '#contracts/api/limits.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { groupDraftsQuery } from '../../dashboard/group/drafts-query.ts';
import { same } from '../../dashboard/kit/same.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { forgetAsked, keyOfAsked } from './asked-draft.ts';
import { draftCommands } from './draft-queries.ts';
import { mediumOfFile, uploadStoryFile } from './upload-story.ts';

/** How a new draft begins: blank, with a content, or as a copy of a story. */
export interface NewDraftStart {
  content?: Partial<DraftContent>;
  from?: string;
}

/** What adds drafts to a group and opens them. */
export interface NewDrafts {
  /** Adds the one that an address asks for and opens it, unless one is being added; throws ApiError. A reload of that visit adds no second one. */
  beginAsked: (visit: string) => Promise<void>;
  /** Adds one and opens it; what is refused is told. */
  add: (start: NewDraftStart) => Promise<void>;
  /** Uploads files and adds a draft for each, one after the other, for so many as there is room; the last one is opened. */
  addFiles: (files: readonly File[], room: number) => Promise<void>;
}

/** Adds drafts to a group. */
export function useNewDraft(groupId: string, onAdded: (storyId: string) => void): NewDrafts {
  const client = useQueryClient();
  const tell = useTell();
  const busy = useRef(false);
  const failed = useRef<{ groupId: string; start: NewDraftStart; key: string } | null>(null);
  const added = async (start: NewDraftStart, firstKey = newKey): Promise<string> => {
    // What failed may have been added all the same: under its key it is not added twice.
    const last = failed.current;
    const key = last && same([last.groupId, last.start], [groupId, start]) ? last.key : firstKey();
    failed.current = { groupId, start, key };
    const { story_id } = await draftCommands.add(groupId, start, key);
    failed.current = null;
    return story_id;
  };
  const show = async (storyId: string) => {
    await client.invalidateQueries({ queryKey: groupDraftsQuery(groupId).queryKey });
    onAdded(storyId);
  };
  const begin = async (add: () => Promise<string>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await show(await add());
    } finally {
      busy.current = false;
    }
  };
  return {
    beginAsked: (visit) =>
      begin(async () => {
        const storyId = await added({}, () => keyOfAsked(`${groupId} ${visit}`));
        forgetAsked();
        return storyId;
      }),
    add: (start) =>
      begin(() => added(start)).catch((error) =>
        tell(t(studioWords.draftFailed, { reason: errorText(error) ?? '' }), 'error'),
      ),
    addFiles: async (files, room) => {
      let last: string | null = null;
      if (files.length > room)
        tell(t(studioWords.filesLeftOut, { count: files.length - room, most: limits.storiesPerGroup }), 'error');
      for (const file of files.slice(0, room))
        try {
          last = await added({ content: mediumOfFile(file, await uploadStoryFile(file)) });
        } catch (error) {
          const reason = error instanceof Error ? error.message : '';
          tell(t(studioWords.uploadFailed, { reason }), 'error');
        }
      if (last) await show(last);
    },
  };
}
