import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { type PublishChoice, PublishDialog } from './PublishDialog.tsx';
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
  const [choices, setChoices] = useState<readonly PublishChoice[] | null>(null);
  const { busy, publish } = usePublish(group.id, { approval });
  const openId = open.editor.state.storyId;

  const isSaved = async (): Promise<boolean> => {
    const saved = await saver.flush();
    // A story that was left a moment ago would be named as it was before its last save.
    await lastSavesOver();
    if (!saved) tell(t(publishWords.notSaved), 'error');
    return saved;
  };
  const ask = async () => {
    if ((errors.get(openId) ?? 0) > 0) return onFix();
    if (asking) return;
    setAsking(true);
    const saved = await isSaved().finally(() => setAsking(false));
    if (!saved) return;
    const found = entries.flatMap(({ id, story, draft }, at): PublishChoice[] => {
      // The others are read a moment after a change.
      const read = client.getQueryData<DraftAnswer>(draftKeys.story(id))?.draft?.content;
      const content = id === openId ? open.editor.state.content : read ? asEdited(read) : contents.get(id);
      const hasDraft = id === openId ? saver.rev > 0 : draft !== null;
      if (!content || !hasDraft) return [];
      const changes = story
        ? draftChanges(asSaved(contentOfStory(story)), asSaved(content), (one) => one).length
        : null;
      return [{ id, place: at + 1, title: content.title, changes, errors: errors.get(id) ?? 0 }];
    });
    if (found.length === 0) tell(t(publishWords.nothing), 'error');
    else setChoices(found);
  };
  const named = (ids: readonly string[], leaveOut: readonly string[]): PublishedDraft[] =>
    ids.flatMap((id) => {
      const answer = client.getQueryData<DraftAnswer>(draftKeys.story(id));
      const rev = id === openId ? saver.rev : answer?.draft?.rev;
      if (!rev) return [];
      const more = leaveOut.length > 0 && id === openId ? { leave_out: leaveOut } : {};
      return [{ story_id: id, rev, ...(answer?.version != null && { version: answer.version }), ...more }];
    });
  const send = async (ids: readonly string[], status: 1 | 2, leaveOut: readonly string[] = []): Promise<boolean> => {
    if (!(await isSaved()) || !(await publish(named(ids, leaveOut), status))) return false;
    if (!ids.includes(openId)) return true;
    // What was left out is a draft of its own by now.
    const rest = client.getQueryData<DraftAnswer>(draftKeys.story(openId))?.draft;
    saver.giveUp(rest?.rev ?? 0, rest?.ts_updated ?? null);
    return true;
  };
  return {
    approval,
    asking,
    busy,
    ask: () => void ask(),
    publishOpen: (leaveOut) => send([openId], approval ? 2 : 1, leaveOut),
    dialog: choices ? (
      <PublishDialog
        choices={choices}
        openId={openId}
        approval={approval}
        busy={busy}
        onPublish={(ids, status) => void send(ids, status).then((done) => done && setChoices(null))}
        onClose={() => setChoices(null)}
      />
    ) : null,
  };
}
