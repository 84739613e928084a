import { LayoutGrid, Table2 } from 'lucide-react';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { useGroupSearch } from '../use-group-search.ts';
import { useStoriesView } from './stories-view.ts';
import { filterStories, type StoryFilter } from './story-order.ts';

/** The filter that the address names. */
export function filterOf(search: URLSearchParams): StoryFilter {
  const status = search.get('status');
  return status === 'active' || status === 'inactive' ? status : 'all';
}

/** Which stories are shown, and how. */
export function StoriesToolbar({ stories }: { stories: readonly StoryRow[] }) {
  const { search, set } = useGroupSearch();
  const [view, setView] = useStoriesView();
  const count = (filter: StoryFilter) => filterStories(stories, filter).length;
  return (
    <>
      <SegmentedControl<StoryFilter>
        label={t(groupWords.status)}
        value={filterOf(search)}
        options={[
          { value: 'all', label: t(groupWords.all), count: stories.length },
          { value: 'active', label: t(groupWords.active), count: count('active') },
          { value: 'inactive', label: t(groupWords.inactive), count: count('inactive') },
        ]}
        onChange={(status) => set({ status: status === 'all' ? null : status })}
      />
      <SegmentedControl
        label={t(groupWords.view)}
        value={view}
        options={[
          { value: 'cards', label: t(groupWords.cards), icon: <LayoutGrid aria-hidden />, iconOnly: true },
          { value: 'table', label: t(groupWords.table), icon: <Table2 aria-hidden />, iconOnly: true },
        ]}
        onChange={setView}
      />
    </>
  );
}
