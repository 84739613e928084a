import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { storyDraftQuery } from '../drafts/draft-queries.ts';
import { useGroupContents } from '../drafts/group-contents.ts';
import { goalOf, withGoal, withNext } from '../edits/goals.ts';
import type { WorkspaceProps } from '../page/desk-props.ts';
import type { OpenStory } from '../saving/open-story.ts';
import { useLeaveStory } from '../saving/use-leave-story.ts';
import { type StoryOpening, useOpenStory } from '../saving/use-open-story.ts';
import type { StoryContent } from '../state/story-content.ts';
import { type AskedGoals, type GoalChange, onlyAskedOf, takeAsked, withAsked } from './asked-goals.ts';

/** The stories of the flow, and the one of them that is open to be changed. */
export interface FlowStories {
  /** Null while it opens. */
  open: OpenStory | null;
  opened: StoryOpening;
  answer: DraftAnswer | undefined;
  isFailed: boolean;
  retry: () => void;
  /** Each story as its draft has it, with what was just changed. */
  contents: ReadonlyMap<string, StoryContent>;
  readOnly: boolean;
  /** Opens another story; ways of others that still wait for theirs are given up. */
  go: (storyId: string) => void;
  /** Leads a way elsewhere; the story is opened first where it isn't. */
  lead: (change: GoalChange) => void;
  /** Saves what was changed, and has it read anew, then shows the story otherwise. */
  leave: (then: () => void) => void;
}

const never = () => () => {};

const changed = (content: StoryContent, { answer, to }: GoalChange): StoryContent => ({
  ...content,
  conditions: answer
    ? withGoal(content.conditions, { component_id: answer.component_id, value: answer.value, to })
    : withNext(content.conditions, to),
});

const isLed = ({ conditions }: StoryContent, { answer, to }: GoalChange): boolean =>
  (answer ? goalOf(conditions, answer.component_id, answer.value) : (conditions?.next ?? null)) === to;

/** Opens the stories of a flow one after the other: rules are changed in the draft of the one that is open, as anywhere else. */
export function useFlowStory({ entries, storyId, onOpen }: WorkspaceProps): FlowStories {
  const { user } = useSession();
  const tell = useTell();
  const leaveStory = useLeaveStory();
  const draft = useQuery(storyDraftQuery(storyId));
  const opened = useOpenStory(storyId, user.id, draft.data);
  const open = opened.open?.editor.state.storyId === storyId ? opened.open : null;
  const drawn = useGroupContents(entries);
  const subscribe = open ? open.editor.subscribe : never;
  const content = useSyncExternalStore(subscribe, () => open?.editor.state.content ?? null);
  const readOnly = useSyncExternalStore(subscribe, () => open?.editor.state.readOnly ?? true);
  const [asked, setAsked] = useState<AskedGoals>([]);
  // The story that is opened once the one before is saved, unless another one is chosen until then.
  const wanted = useRef<string | null>(null);
  const contents = useMemo(
    () => new Map([...drawn, ...(content ? [[storyId, content] as const] : [])]),
    [drawn, storyId, content],
  );

  const goTo = async (id: string) => {
    wanted.current = id === storyId ? null : id;
    if (open && id !== storyId) await leaveStory(open);
    if (wanted.current === id) onOpen(id);
  };
  const leave = async (then: () => void) => {
    if (open) await leaveStory(open);
    then();
  };
  const change = ({ editor }: OpenStory, goal: GoalChange) => {
    if (editor.state.readOnly) return tell(t(opened.unsaved ? words.unsavedFirst : words.locked), 'error');
    editor.change((before) => changed(before, goal));
    if (!isLed(editor.state.content, goal)) tell(t(words.mostRules, { most: studioLimits.rules }), 'error');
  };
  const changeAsked = (now: OpenStory) => {
    const { due, rest, next } = takeAsked(asked, storyId);
    if (due.length === 0) {
      // Another story was opened otherwise.
      if (wanted.current === null) setAsked([]);
      return;
    }
    // A change would take the place of what an earlier visit left on this device.
    if (opened.unsaved) {
      setAsked([]);
      return tell(t(words.unsavedFirst), 'error');
    }
    setAsked(rest);
    for (const goal of due) change(now, goal);
    if (next !== null) void goTo(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever story it is, it was opened
  useEffect(() => {
    wanted.current = null;
  }, [storyId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was asked, as soon as its story is open
  useEffect(() => {
    if (open && asked.length > 0) changeAsked(open);
  }, [open, asked]);
  return {
    open,
    opened,
    answer: draft.data,
    isFailed: draft.isError && !open,
    retry: () => void draft.refetch(),
    contents,
    readOnly,
    go: (id) => {
      setAsked((before) => onlyAskedOf(before, id));
      void goTo(id);
    },
    lead: (goal) => {
      if (open && goal.storyId === storyId) return change(open, goal);
      setAsked((before) => withAsked(before, goal));
      // Whoever waits for another story is next after it.
      if (asked.length === 0 && goal.storyId !== storyId) void goTo(goal.storyId);
    },
    leave: (then) => void leave(then),
  };
}
