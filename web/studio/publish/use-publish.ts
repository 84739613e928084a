import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { storyGroupKeys } from '../../dashboard/content/story-group-queries.ts';
import { groupDraftsQuery } from '../../dashboard/group/drafts-query.ts';
import { publishWords } from '../../dashboard/words/publish.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftCommands, draftKeys, type PublishedDraft } from '../drafts/draft-queries.ts';

/** Publisher the drafts of a group. */
export interface Publisher {
  busy: boolean;
  /** Publishes drafts, all or none; answers whether it was done. What was refused is told. */
  publish: (drafts: readonly PublishedDraft[], status: 1 | 2) => Promise<boolean>;
}

/** What is told of a refusal: the first fault by its own words, where the server names one. */
const reasonOf = (error: unknown): string | null => {
  if (error instanceof ApiError && error.status === 412) return t(publishWords.moved);
  if (error instanceof ApiError && error.errors[0]) return error.errors[0].message;
  return errorText(error);
};

/** Publishes drafts of a group once however often it is asked for; asked again after a failure it is the same act. */
export function usePublish(groupId: string, { approval }: { approval: boolean }): Publisher {
  const client = useQueryClient();
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const act = useRef<{ what: string; key: string } | null>(null);
  const publish: Publisher['publish'] = async (drafts, status) => {
    if (busy) return false;
    const what = JSON.stringify([drafts, status]);
    if (act.current?.what !== what) act.current = { what, key: newKey() };
    setBusy(true);
    const changed = [
      storyGroupKeys.detail(groupId),
      groupDraftsQuery(groupId).queryKey,
      ...drafts.map(({ story_id }) => draftKeys.story(story_id)),
    ];
    const renew = () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
    try {
      const { data } = await draftCommands.publish(groupId, drafts, status, act.current.key);
      act.current = null;
      tell(
        approval ? t(studioWords.savedForApproval) : t(studioWords.published, { count: data.published.length }),
        'success',
      );
      await renew();
      return true;
    } catch (error) {
      tell(reasonOf(error), 'error');
      // Asked again, it names what there is now.
      if (error instanceof ApiError && error.status === 412) await renew();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, publish };
}
