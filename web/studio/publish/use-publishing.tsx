import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import { publishWords } from '../../dashboard/words/publish.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftKeys, type PublishedDraft } from '../drafts/draft-queries.ts';
import { contentOfStory } from '../drafts/group-contents.ts';
import { asEdited, asSaved } from '../drafts/story-draft.ts';
import { lastSavesOver } from '../saving/last-saves.ts';
import type { OpenStory } from '../saving/open-story.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';
import { PublishDialog } from './PublishDialog.tsx';
import type { PublishChoice } from './publish-choice.ts';
import { usePublish } from './use-publish.ts';

/** What publishing needs; `errors` counts what must be fixed, by story, and `onFix` shows it. */
export interface PublishingParts {
  group: GroupDetail;
  entries: readonly StripEntry[];
  contents: ReadonlyMap<string, StoryContent>;
  errors: ReadonlyMap<string, number>;
  open: OpenStory;
  approval: boolean;
  onFix: () => void;
}

/** Publisher as the studio offers it. */
export interface StudioPublishing {
  approval: boolean;
  /** The last saves are waited for, before it is asked which drafts are published. */
  asking: boolean;
  busy: boolean;
  /** Asks which drafts are published, or shows what must be fixed first. */
  ask: () => void;
  /** Publishes the story that is open without some of its changes; answers whether it was done. */
  publishOpen: (leaveOut: readonly string[]) => Promise<boolean>;
  dialog: ReactNode;
}

/** Publishes the drafts of a group: all is saved first, and what is published is what is on the screen. */
export function usePublishing(parts: PublishingParts): StudioPublishing {
  const { group, entries, contents, errors, open, approval, onFix } = parts;
  const { saver } = open;
  const client = useQueryClient();
  const tell = useTell();
  const [asking, setAsking] = useState(false);
  const [asks, setAsks] = useState(false);
  const shown = useRef<readonly PublishChoice[]>([]);
  const { busy, publish } = usePublish(group.id, { approval });
  const openId = open.editor.state.storyId;

  const isSaved = async (): Promise<boolean> => {
    const saved = await saver.flush();
    // A story that was left a moment ago would be named as it was before its last save.
    await lastSavesOver();
    if (!saved) tell(t(publishWords.notSaved), 'error');
    return saved;
  };
  const known = (id: string) => client.getQueryData<DraftAnswer>(draftKeys.story(id));
  const listed = (): PublishChoice[] =>
    entries.flatMap(({ id, story, draft }, at) => {
      // The others are read a moment after a change.
      const answer = known(id);
      const read = answer?.draft?.content;
      const content = id === openId ? open.editor.state.content : read ? asEdited(read) : contents.get(id);
      const hasDraft = id === openId ? saver.rev > 0 : draft !== null;
      if (!content || !hasDraft) return [];
      const changes = story
        ? draftChanges(asSaved(contentOfStory(story)), asSaved(content), (one) => one).length
        : null;
      const outdated = answer?.outdated ?? false;
      return [{ id, place: at + 1, title: content.title, changes, errors: errors.get(id) ?? 0, outdated }];
    });
  const ask = async () => {
    if ((errors.get(openId) ?? 0) > 0) return onFix();
    if (asking) return;
    setAsking(true);
    const saved = await isSaved().finally(() => setAsking(false));
    if (!saved) return;
    if (listed().length === 0) tell(t(publishWords.nothing), 'error');
    else setAsks(true);
  };
  const send = async (ids: readonly string[], status: 1 | 2, leaveOut: readonly string[] = []): Promise<boolean> => {
    // Of the live stories those count that were there as it was asked for, whatever is read while the last saves are waited for.
    const versions = new Map(ids.map((id) => [id, known(id)?.version]));
    if (!(await isSaved())) return false;
    const named = ids.flatMap((id): PublishedDraft[] => {
      const rev = id === openId ? saver.rev : known(id)?.draft?.rev;
      const version = versions.get(id);
      if (!rev) return [];
      const more = leaveOut.length > 0 && id === openId ? { leave_out: leaveOut } : {};
      return [{ story_id: id, rev, ...(version != null && { version }), ...more }];
    });
    if (!(await publish(named, status))) return false;
    if (!ids.includes(openId)) return true;
    // What was left out is a draft of its own by now.
    const rest = known(openId)?.draft;
    saver.giveUp(rest?.rev ?? 0, rest?.ts_updated ?? null);
    return true;
  };
  // What is published leaves the list once the dialog is closed.
  if (asks && !busy) shown.current = listed();
  return {
    approval,
    asking,
    busy,
    ask: () => void ask(),
    publishOpen: (leaveOut) => send([openId], approval ? 2 : 1, leaveOut),
    dialog: asks ? (
      <PublishDialog
        choices={shown.current}
        openId={openId}
        approval={approval}
        busy={busy}
        onPublish={(ids, status) => void send(ids, status).then((done) => done && setAsks(false))}
        onClose={() => setAsks(false)}
      />
    ) : null,
  };
}
