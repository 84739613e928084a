import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { StoryPicture } from '../../designs/StoryPicture.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import tableCss from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Figure } from '../../kit/text/Metric.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { StoryActs } from './StoryActs.tsx';
import { StoryChips } from './StoryChips.tsx';
import css from './StoryTable.module.css';
import { ctrText } from './story-facts.ts';
import type { StoryList } from './story-list.ts';

/** The stories as a table, in their order. */
export function StoryTable(list: StoryList) {
  const { positions, stats, selected, canEdit, canPublish } = list;
  const edit = canEdit ? undefined : permissionText;
  const figure = (story: StoryRow, read: (id: string) => number | undefined) => {
    const value = read(story.id);
    return value === undefined ? '–' : <Figure value={value} />;
  };
  const columns: Column<StoryRow>[] = [
    {
      id: 'story',
      label: t(groupWords.story),
      render: (story) => (
        <span className={css.root}>
          <Checkbox
            checked={selected.has(story.id)}
            hideLabel
            label={t(groupWords.selectTitle, { title: story.title })}
            onChange={(on, { shiftKey }) => list.onSelect(story.id, on, shiftKey)}
          />
          <span className={`num ${css.place}`}>{positions.get(story.id)}</span>
          <StoryPicture story={story} width={28} />
          <button
            type="button"
            className={`${css.name} ${tableCss.name} truncate`}
            aria-disabled={edit ? true : undefined}
            onClick={() => (edit ? undefined : list.onEdit(story))}
          >
            {story.title}
          </button>
        </span>
      ),
    },
    { id: 'kind', label: t(groupWords.type), render: (story) => <StoryChips story={story} plain /> },
    {
      id: 'reach',
      label: t(groupWords.reach),
      align: 'right',
      render: (story) => figure(story, (id) => stats?.[id]?.reach),
    },
    {
      id: 'impression',
      label: t(groupWords.impression),
      align: 'right',
      render: (story) => figure(story, (id) => stats?.[id]?.impression),
    },
    {
      id: 'click',
      label: t(groupWords.click),
      align: 'right',
      render: (story) => figure(story, (id) => stats?.[id]?.click),
    },
    {
      id: 'ctr',
      label: t(groupWords.ctr),
      align: 'right',
      render: (story) => {
        const found = stats?.[story.id];
        return found ? ctrText(story, found) : '–';
      },
    },
    {
      id: 'status',
      label: t(groupWords.active),
      render: (story) => (
        <Switch
          checked={story.status === storyStatus.active}
          label={t(groupWords.activeSwitch, { title: story.title })}
          disabledReason={canPublish ? undefined : permissionText}
          onChange={(on) => list.onSwitch(story, on)}
        />
      ),
    },
    {
      id: 'actions',
      label: t(groupWords.action),
      head: false,
      align: 'right',
      width: 136,
      render: (story) => (
        <span className={css.actions}>
          <StoryActs story={story} list={list} />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t(groupWords.storiesTable)}
      columns={columns}
      rows={list.stories}
      rowKey={(story) => story.id}
      selected={(story) => selected.has(story.id)}
      widthsName="stories"
    />
  );
}
