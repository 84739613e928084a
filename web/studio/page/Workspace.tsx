import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import { useGroupRights } from '../../dashboard/group/group-rights.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { usePageTitle } from '../../dashboard/shell/use-page-title.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftQuery } from '../drafts/draft-queries.ts';
import { useGroupContents } from '../drafts/group-contents.ts';
import { type NewDraftStart, useNewDraft } from '../drafts/use-new-draft.ts';
import { PublishControl } from '../publish/PublishControl.tsx';
import type { OpenStory } from '../saving/open-story.ts';
import { type OpenedStory, useOpenStory } from '../saving/use-open-story.ts';
import { EditorContext, useEditorState } from '../state/use-editor.ts';
import { AddStory } from '../strip/AddStory.tsx';
import type { StripEntry } from '../strip/entries.ts';
import { Strip } from '../strip/Strip.tsx';
import { useMoveStory } from '../strip/use-move-story.ts';
import { TopBar } from '../top/TopBar.tsx';
import { StoryNotes } from './StoryNotes.tsx';
import { StudioUnread } from './StudioUnread.tsx';
import { StudioWaiting } from './StudioWaiting.tsx';
import css from './Workspace.module.css';

/** Properties of a Workspace. */
export interface WorkspaceProps {
  group: GroupDetail;
  entries: readonly StripEntry[];
  storyId: string;
  onOpen: (storyId: string) => void;
  onAdd: (start: NewDraftStart) => Promise<void>;
}

/** The studio around one story, once that is open. */
export function Workspace(props: WorkspaceProps) {
  const { user } = useSession();
  const draft = useQuery(draftQuery(props.storyId));
  const opened = useOpenStory(props.storyId, user.id, draft.data);
  const { open } = opened;
  if (draft.isError && !open) return <StudioUnread passing onRetry={() => draft.refetch()} />;
  if (!open || !draft.data) return <StudioWaiting />;
  return (
    <EditorContext value={open.editor}>
      <Desk {...props} open={open} opened={opened} />
    </EditorContext>
  );
}

function Desk(props: WorkspaceProps & { open: OpenStory; opened: OpenedStory }) {
  const { group, entries, storyId, onOpen, onAdd, open, opened } = props;
  const { apps } = useSession();
  const { publish: mayPublish } = useGroupRights(group);
  const content = useEditorState((state) => state.content);
  const others = useGroupContents(entries);
  const contents = useMemo(() => new Map([...others, [storyId, content]]), [others, storyId, content]);
  const moveStory = useMoveStory(group);
  const { addFiles } = useNewDraft(group.id, onOpen);
  const app = apps.find(({ id }) => id === group.app_id);
  const instance = app?.instances.find(({ id }) => id === group.instance_id);
  const entry = entries.find(({ id }) => id === storyId);
  const title = content.title || t(studioWords.untitled);
  usePageTitle(t(studioWords.pageTitle, { title }));
  const address = `/stories/${group.id}?${new URLSearchParams({ app: group.app_id, instance: group.instance_id })}`;
  return (
    <div className={css.root}>
      <TopBar
        saver={open.saver}
        isLive={entry?.story != null}
        group={{ title: group.title, address }}
        where={t(studioWords.where, { group: group.title, app: app?.title ?? '', instance: instance?.title ?? '' })}
        view={null}
        end={
          <PublishControl
            groupId={group.id}
            entries={entries}
            contents={contents}
            open={open}
            approval={!mayPublish}
            errors={new Map()}
            onFix={() => undefined}
          />
        }
      />
      <main className={css.stage}>
        <StoryNotes open={open} opened={opened} />
        <DesignLayer studio={content.studio} src={content.media} width={360} />
      </main>
      <div className={css.strip}>
        <Strip
          entries={entries}
          contents={contents}
          problems={new Map()}
          openId={storyId}
          onOpen={onOpen}
          onMove={mayPublish ? moveStory : null}
          add={
            <AddStory
              left={limits.storiesPerGroup - entries.length}
              onBlank={() => void onAdd({})}
              onFiles={(files) => void addFiles(files)}
              onCopy={() => void onAdd({ from: storyId })}
            />
          }
        />
      </div>
    </div>
  );
}
