import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
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
import type { WayAnswer } from './flow-graph.ts';

/** Where a way of a story is to lead: null for where viewers go without it. */
export interface GoalChange {
  storyId: string;
  answer: Pick<WayAnswer, 'component_id' | 'value'> | null;
  to: string | null;
}

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
  /** Opens another story. */
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
  const leaving = useLeaveStory();
  const draft = useQuery(storyDraftQuery(storyId));
  const opened = useOpenStory(storyId, user.id, draft.data);
  const open = opened.open?.editor.state.storyId === storyId ? opened.open : null;
  const drawn = useGroupContents(entries);
  const subscribe = open ? open.editor.subscribe : never;
  const content = useSyncExternalStore(subscribe, () => open?.editor.state.content ?? null);
  const readOnly = useSyncExternalStore(subscribe, () => open?.editor.state.readOnly ?? true);
  // What was changed in a story that was just left is shown until it is read anew.
  const [left, setLeft] = useState<ReadonlyMap<string, StoryContent>>(new Map());
  const [asked, setAsked] = useState<GoalChange | null>(null);
  const contents = useMemo(
    () => new Map([...drawn, ...left, ...(content ? [[storyId, content] as const] : [])]),
    [drawn, left, storyId, content],
  );

  const goTo = async (id: string) => {
    if (!open) return onOpen(id);
    const { content: last } = open.editor.state;
    setLeft((before) => new Map([...before, [storyId, last]]));
    await leaving.save(open);
    onOpen(id);
    await leaving.readAnew(open).catch(() => undefined);
    setLeft((before) => new Map([...before].filter(([one]) => one !== storyId)));
  };
  const go = (id: string) => {
    if (id !== storyId) void goTo(id);
  };
  const leave = async (then: () => void) => {
    if (open) {
      await leaving.save(open);
      await leaving.readAnew(open).catch(() => undefined);
    }
    then();
  };
  const change = ({ editor }: OpenStory, goal: GoalChange) => {
    if (editor.state.readOnly) return tell(t(words.locked), 'error');
    editor.change((before) => changed(before, goal));
    if (!isLed(editor.state.content, goal)) tell(t(words.mostRules, { most: studioLimits.rules }), 'error');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was asked, as soon as its story is open
  useEffect(() => {
    if (!open || asked?.storyId !== storyId) return;
    setAsked(null);
    change(open, asked);
  }, [open, asked]);
  return {
    open,
    opened,
    answer: draft.data,
    isFailed: draft.isError && !open,
    retry: () => void draft.refetch(),
    contents,
    readOnly,
    go,
    lead: (goal) => {
      if (goal.storyId !== storyId) go(goal.storyId);
      setAsked(goal);
    },
    leave: (then) => void leave(then),
  };
}
