import { useMemo } from 'react';
import { useGroupRights } from '../../dashboard/group/group-rights.ts';
import { checklistRows } from '../checklist/checklist-rows.ts';
import { chosenRow } from '../checklist/chosen-row.ts';
import { groupChecks } from '../checklist/group-checks.ts';
import type { WorkspaceProps } from '../page/desk-props.ts';
import { PublishControl } from '../publish/PublishControl.tsx';
import { usePublishing } from '../publish/use-publishing.tsx';
import type { OpenStory } from '../saving/open-story.ts';
import type { StoryContent } from '../state/story-content.ts';

/** Properties of a FlowPublish; `onFix` shows the story by itself, with the checklist at what must be fixed first. */
export interface FlowPublishProps extends Pick<WorkspaceProps, 'group' | 'entries' | 'storyId'> {
  hasOldSdk: boolean;
  contents: ReadonlyMap<string, StoryContent>;
  open: OpenStory;
  onFix: () => void;
}

/** Publishes the drafts of the group from its flow. */
export function FlowPublish({ group, entries, storyId, contents, hasOldSdk, open, onFix }: FlowPublishProps) {
  const { publish: mayPublish } = useGroupRights(group);
  const checks = useMemo(() => {
    const facts = { now: Math.floor(Date.now() / 1000), openId: storyId, videoMs: null, samples: new Map(), hasOldSdk };
    return groupChecks(entries, contents, facts);
  }, [entries, contents, storyId, hasOldSdk]);
  const errors = useMemo(() => new Map(checks.map((one) => [one.storyId, one.errors.length])), [checks]);
  const fix = () => {
    const first = checklistRows(checks).find(({ isError, story }) => isError && story.storyId === storyId);
    chosenRow.set(first?.key ?? null);
    onFix();
  };
  const publishing = usePublishing({ group, entries, contents, errors, open, approval: !mayPublish, onFix: fix });
  return (
    <>
      <PublishControl publishing={publishing} storyId={storyId} errors={errors} />
      {publishing.dialog}
    </>
  );
}
