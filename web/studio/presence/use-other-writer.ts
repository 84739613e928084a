import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DraftPlace } from '#contracts/studio/presence.ts';
import { serverNow } from '../../dashboard/api/server-time.ts';
import { storyGroupKeys } from '../../dashboard/content/story-group-queries.ts';
import { draftsKey } from '../../dashboard/group/drafts-query.ts';
import { draftKeys, storyDraftQuery } from '../drafts/draft-queries.ts';
import type { OpenStory } from '../saving/open-story.ts';
import type { StoryOpening } from '../saving/use-open-story.ts';
import { otherWriter, type StudioOthers } from './studio-stream.ts';

/** Shows what was saved elsewhere, unless there are changes here that the server does not have. */
async function showSaved(client: QueryClient, { editor, saver, load }: OpenStory): Promise<void> {
  const { storyId } = editor.state;
  const answer = await client.fetchQuery({ ...storyDraftQuery(storyId), staleTime: 0 });
  if ((answer.draft?.rev ?? 0) !== saver.rev && saver.isSaved) load(answer);
}

/**
 * Who else writes the story that is open, null for nobody: while they do, as until it is decided about what an earlier
 * visit left, it can be looked at only, and each of their saves is shown. A place that was lost is taken up again once
 * nobody else has it.
 */
export function useOtherWriter(
  open: OpenStory,
  others: StudioOthers,
  person: string,
  { lost, setLost, unsaved }: StoryOpening,
): DraftPlace | null {
  const client = useQueryClient();
  const { editor, saver } = open;
  const { storyId } = editor.state;
  const [now, setNow] = useState(serverNow);
  const place = others.drafts.get(storyId);
  const told = otherWriter(others, storyId, person, now);
  // The refusal of a save may come before the stream tells of it.
  const held = lost?.why === 'held' ? lost.holder : null;
  const writer: DraftPlace | null =
    told ??
    (held && held.until > now
      ? {
          story_id: storyId,
          rev: saver.rev,
          user_id: held.user_id,
          ts_updated: 0 as DraftPlace['ts_updated'],
          held_by: held.user_id,
          held_until: held.until,
        }
      : null);

  const until = writer?.held_until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = window.setTimeout(() => setNow(serverNow()), Math.max(0, until - serverNow()) * 1000 + 250);
    return () => window.clearTimeout(timer);
  }, [until]);

  const isHeld = writer !== null;
  // A change would take the place of what an earlier visit left on this device.
  const isLocked = isHeld || unsaved !== null;
  useEffect(() => editor.setReadOnly(isLocked), [isLocked, editor]);
  useEffect(() => {
    if (isHeld || lost?.why !== 'held') return;
    setLost(null);
    // Whatever the other one saved is below what was changed here: the server says whether it fits.
    saver.resume(saver.rev);
  }, [isHeld, saver, lost, setLost]);

  const rev = place?.rev;
  useEffect(() => {
    if (rev !== undefined && rev !== saver.rev) void showSaved(client, open).catch(() => undefined);
  }, [rev, client, open, saver]);

  const { drafts, version } = others;
  const seen = useRef<StudioOthers['drafts'] | null>(null);
  useEffect(() => {
    if (version === null) return;
    const before = seen.current;
    seen.current = drafts;
    if (!before) return;
    const changed = [...drafts.values()].filter((one) => one.rev !== before.get(one.story_id)?.rev);
    for (const { story_id } of changed)
      if (story_id !== storyId) void client.invalidateQueries({ queryKey: draftKeys.story(story_id) });
    // A save changes nothing of which drafts there are.
    if (changed.some(({ story_id, rev }) => rev === 0 || !before.get(story_id)?.rev))
      void client.invalidateQueries({ queryKey: draftsKey });
  }, [drafts, version, client, storyId]);
  useEffect(() => {
    if (version === null) return;
    void client.invalidateQueries({ queryKey: storyGroupKeys.details });
    void client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
  }, [version, client, storyId]);
  return writer;
}
