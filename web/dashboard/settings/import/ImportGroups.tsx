import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import appParts from '../apps/AppParts.module.css';
import css from './ImportGroups.module.css';
import { useFirstRows } from './use-first-rows.tsx';

/** The groups of an instance, to choose those that are copied. */
export function ImportGroups(props: {
  groups: readonly StoryGroupRow[] | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { groups, chosen, onChoose } = props;
  const { first, more } = useFirstRows(groups ?? []);
  if (!groups) {
    return (
      <div className={css.list} role="status" aria-label={t(settingsWords.loadingGroups)}>
        <Skeleton height={36} />
        <Skeleton height={36} />
      </div>
    );
  }
  if (groups.length === 0) return <p className={`${appParts.note} t-small`}>{t(settingsWords.importEmpty)}</p>;
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const all = chosen.size === groups.length;
  return (
    <fieldset className={css.list}>
      <legend className="visually-hidden">{t(settingsWords.storyGroupsToImport)}</legend>
      <Checkbox
        checked={all}
        indeterminate={chosen.size > 0 && !all}
        label={t(settingsWords.allStoryGroups, { count: groups.length })}
        onChange={(on) => onChoose(new Set(on ? groups.map((one) => one.id) : []))}
      />
      <ul>
        {first.map((group) => (
          <li key={group.id}>
            <Checkbox
              checked={chosen.has(group.id)}
              onChange={(on) => toggle(group.id, on)}
              label={
                <span className={css.group}>
                  <Cover
                    name={group.title}
                    src={group.icon}
                    size={30}
                    state={
                      group.status === groupStatus.active
                        ? 'active'
                        : group.status === groupStatus.test
                          ? 'test'
                          : 'inactive'
                    }
                  />
                  <span className="truncate">{group.title}</span>
                  <span className="t-caption">{t(settingsWords.storyCount, { count: group.story_count })}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {more}
    </fieldset>
  );
}
