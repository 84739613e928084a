import { useQuery } from '@tanstack/react-query';
import { ImagePlus, Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contracts/api/limits.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { studioEntryWords } from '../../words/studio-entry.en.ts';
import { t } from '../../words/t.ts';
import { groupDraftsQuery } from '../drafts-query.ts';
import groupParts from '../GroupParts.module.css';
import { type GroupDetail, storyStatsQuery } from '../group-queries.ts';
import { useGroupRights } from '../group-rights.ts';
import { SideColumn } from '../SideColumn.tsx';
import { studioAddress } from '../studio-address.ts';
import { useGroupSearch } from '../use-group-search.ts';
import { DraftsNote } from './DraftsNote.tsx';
import { namesOf } from './moved-said.ts';
import { rulesTo } from './rules-to.ts';
import { StoriesBulkBar } from './StoriesBulkBar.tsx';
import { filterOf } from './StoriesToolbar.tsx';
import storyGrid from './StoryGrid.module.css';
import { StoryGrid } from './StoryGrid.tsx';
import { StoryTable } from './StoryTable.tsx';
import { useStoriesView } from './stories-view.ts';
import { filterStories, span } from './story-order.ts';
import { useStoryCommands } from './use-story-commands.ts';

interface NoStoriesProps {
  filter: string;
  /** Where a story is drawn. */
  studio: string;
  onCreate?: () => void;
  onAll: () => void;
}

function NoStories({ filter, studio, onCreate, onAll }: NoStoriesProps) {
  if (filter !== 'all')
    return (
      <Card>
        <EmptyState
          title={filter === 'active' ? t(groupWords.noActiveMatch) : t(groupWords.noInactiveMatch)}
          text={t(groupWords.noMatchText)}
          action={<Button onClick={onAll}>{t(groupWords.showAllStories)}</Button>}
        />
      </Card>
    );
  return (
    <Card>
      <EmptyState
        art={<ImagePlus size={32} aria-hidden />}
        title={t(groupWords.emptyStoriesTitle)}
        text={t(groupWords.emptyStoriesText, { storiesPerGroup: limits.storiesPerGroup })}
        action={
          <>
            <Button
              icon={<Upload aria-hidden />}
              disabledReason={onCreate ? undefined : permissionText}
              onClick={onCreate}
            >
              {t(studioEntryWords.uploadFiles)}
            </Button>
            <Button
              variant="primary"
              icon={<Plus aria-hidden />}
              disabledReason={onCreate ? undefined : permissionText}
              to={studio}
            >
              {t(groupWords.createStory)}
            </Button>
          </>
        }
      />
    </Card>
  );
}

/** The stories of a group as cards or as a table, what can be done with them, and the group's state beside them. */
export function StoriesTab({ group }: { group: GroupDetail }) {
  const { search, set, open } = useGroupSearch();
  const { edit: canEdit, publish: canPublish, look } = useGroupRights(group);
  const [view] = useStoriesView();
  const commands = useStoryCommands(group.id);
  const navigate = useNavigate();
  const stats = useQuery({ ...storyStatsQuery(group.id, null), enabled: look });
  const drafts = useQuery({ ...groupDraftsQuery(group.id), enabled: canEdit });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const [asked, setAsked] = useState<readonly StoryRow[] | null>(null);
  const filter = filterOf(search);
  const shown = useMemo(() => filterStories(group.stories, filter), [group.stories, filter]);
  const chosen = shown.filter((story) => selected.has(story.id));

  const select = (id: string, on: boolean, range: boolean) => {
    const ids = range ? span(shown, last, id) : [id];
    setLast(id);
    setSelected((before) => {
      const next = new Set(before);
      for (const one of ids) on ? next.add(one) : next.delete(one);
      return next;
    });
  };
  const copy = (stories: readonly StoryRow[]) =>
    navigate(`/story/add?app=${group.app_id}&instance=${group.instance_id}`, { state: { group, stories } });
  const list = {
    stories: shown,
    positions: new Map(group.stories.map((story, index) => [story.id, index + 1])),
    stats: stats.data,
    statsFailed: stats.isError,
    selected,
    onSelect: select,
    onSwitch: commands.setStatus,
    onEdit: (story: StoryRow) => open({ edit: story.id }),
    onCopy: copy,
    onDelete: (story: StoryRow) => setAsked([story]),
    drafts: new Set((drafts.data ?? []).map(({ story_id }) => story_id)),
    studio: (story: StoryRow) => studioAddress(group, { story: story.id }),
    canEdit,
    canPublish,
  };
  const create = canEdit ? () => open({ create: '1' }) : undefined;
  const studio = studioAddress(group, 'new');
  const begun = (drafts.data ?? []).filter(({ story_id }) => !group.stories.some(({ id }) => id === story_id)).length;
  const leading = rulesTo(
    group.stories,
    (asked ?? []).map(({ id }) => id),
  );
  const all = asked !== null && asked.length > 1 && asked.length === group.stories.length;
  return (
    <div className={groupParts.columns}>
      <section aria-label={t(groupWords.stories)}>
        {begun > 0 ? <DraftsNote count={begun} address={studioAddress(group, null)} /> : null}
        {shown.length === 0 ? (
          <NoStories
            filter={filter}
            studio={studio}
            onAll={() => set({ status: null })}
            {...(create ? { onCreate: create } : {})}
          />
        ) : view === 'cards' ? (
          <StoryGrid
            {...list}
            {...(create && filter === 'all' ? { create: studio } : {})}
            left={limits.storiesPerGroup - group.stories.length}
            onMove={filter === 'all' && canEdit && shown.length > 1 ? commands.move : null}
          />
        ) : (
          <Card padded={false} className={storyGrid.table}>
            <StoryTable {...list} />
          </Card>
        )}
      </section>
      <SideColumn group={group} />
      {chosen.length ? (
        <StoriesBulkBar
          chosen={chosen}
          canPublish={canPublish}
          canEdit={canEdit}
          onClear={() => setSelected(new Set())}
          onActivate={(on) => {
            setSelected(new Set());
            commands.setStatuses(
              chosen.map((story) => story.id),
              on,
            );
          }}
          onCopy={() => copy(chosen)}
          onDelete={() => setAsked(chosen)}
        />
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        more={leading.count > 0 && t(groupWords.leadsHere, { count: leading.count, names: namesOf(leading.titles) })}
        text={t(groupWords.deleteStoriesText, { several: (asked?.length ?? 0) > 1, count: asked?.length })}
        confirmLabel={
          asked && asked.length > 1 ? t(groupWords.deleteStories, { count: asked.length }) : t(groupWords.deleteStory)
        }
        {...(all ? { typeToConfirm: t(groupWords.delete) } : {})}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          const ids = (asked ?? []).map((story) => story.id);
          await commands.remove(ids);
          setSelected(new Set());
          setAsked(null);
        }}
      />
    </div>
  );
}
