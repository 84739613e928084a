import { limits } from '#contracts/api/limits.ts';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import { AppIcon } from '../kit/pictures/Avatar.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { storeName } from '../shell/store-name.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { PickSeveral } from './PickSeveral.tsx';
import type { useScope } from './use-scope.ts';

const moreSelected = (count: number) => t(analyticsWords.moreSelected, { count });

/** Chooses the apps whose figures are shown, and of these the instances and the groups; a choice of one is not offered. */
export function ScopePickers({ of, rows }: { of: ReturnType<typeof useScope>; rows: readonly GroupStatsRow[] }) {
  const { allowed, scope, chooseApps, chooseInstances, chooseGroups } = of;
  const several = scope.apps.length > 1;
  const instances = scope.apps.flatMap((app) => app.instances.map((instance) => ({ app, instance })));
  const shown = rows.filter(({ instance_id }) => scope.instances.length === 0 || scope.instances.includes(instance_id));
  return (
    <>
      {allowed.length > 1 ? (
        <PickSeveral
          label={t(analyticsWords.apps)}
          picks={allowed.map((app) => ({
            id: app.id,
            title: app.title,
            note: storeName(app),
            icon: <AppIcon title={app.title} src={app.icon} seed={app.id} size={16} />,
          }))}
          chosen={scope.apps.map(({ id }) => id)}
          onChange={chooseApps}
          more={(count) => t(analyticsWords.moreApps, { count })}
          most={limits.idsAtOnce}
        />
      ) : null}
      {instances.length > 1 ? (
        <PickSeveral
          label={t(analyticsWords.instances)}
          picks={instances.map(({ app, instance }) => ({
            id: instance.id,
            title: instance.title,
            ...(several ? { note: app.title } : {}),
          }))}
          chosen={scope.instances}
          onChange={chooseInstances}
          all={t(analyticsWords.allInstances)}
          more={moreSelected}
          most={limits.idsAtOnce}
        />
      ) : null}
      {rows.length > 1 ? (
        <PickSeveral
          label={t(analyticsWords.storyGroups)}
          picks={shown.map((row) => ({
            id: row.id,
            title: row.title,
            icon: <Cover name={row.title} src={row.icon} size={16} plain />,
          }))}
          chosen={scope.groups}
          onChange={chooseGroups}
          all={t(analyticsWords.allGroups)}
          more={moreSelected}
          most={limits.idsAtOnce}
        />
      ) : null}
    </>
  );
}
