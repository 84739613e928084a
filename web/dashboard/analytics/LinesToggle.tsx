import { useGroupSearch } from '../group/use-group-search.ts';
import { SegmentedControl } from '../kit/buttons/SegmentedControl.tsx';
import { groupLineWords } from '../words/group-lines.en.ts';
import { t } from '../words/t.ts';

/** Chooses whether the chart shows all groups together, or the first ones of the table each. */
export function LinesToggle() {
  const { search, set } = useGroupSearch();
  return (
    <SegmentedControl
      label={t(groupLineWords.lines)}
      value={search.get('lines') === 'groups' ? 'groups' : 'total'}
      options={[
        { value: 'total', label: t(groupLineWords.together) },
        { value: 'groups', label: t(groupLineWords.single) },
      ]}
      onChange={(next) => set({ lines: next === 'groups' ? 'groups' : null }, { push: true })}
    />
  );
}
