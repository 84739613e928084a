import { ChevronDown } from 'lucide-react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import { cut } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { homeWords } from '../../words/home.en.ts';
import { homeAppsWords } from '../../words/home-apps.en.ts';
import { t } from '../../words/t.ts';
import overviewParts from './OverviewParts.module.css';
import type { OverviewScope, ScopeKind } from './overview-scope.ts';

/** Properties of the ScopeMenu. */
export interface ScopeMenuProps {
  app: AppRow;
  instance: InstanceRow;
  scope: OverviewScope;
  onChoose: (kind: ScopeKind) => void;
}

/** Chooses whether the overview is of all apps, of the chosen one or of its chosen instance; nothing where there is one. */
export function ScopeMenu({ app, instance, scope: { kind, count }, onChoose }: ScopeMenuProps) {
  const { may } = useSession();
  const several = count > 1;
  const instances = app.instances.length > 1;
  if (!several && !instances) return null;
  const whole = instances ? t(homeWords.allInstances) : app.title;
  const names = { apps: t(homeAppsWords.allApps), app: whole, instance: instance.title };
  return (
    <Menu
      label={t(homeWords.scopeLabel)}
      width={220}
      trigger={
        <button type="button" className={overviewParts.measure}>
          <span className="visually-hidden">{t(homeWords.scopeHeading)} </span>
          {cut(names[kind], 20)}
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {several ? (
        <MenuItem
          selected={kind === 'apps'}
          note={t(homeAppsWords.appCount, { count })}
          onSelect={() => onChoose('apps')}
        >
          {names.apps}
        </MenuItem>
      ) : null}
      {may('overview.view', app.id) ? (
        <MenuItem
          selected={kind === 'app'}
          note={several && instances ? app.title : undefined}
          onSelect={() => onChoose('app')}
        >
          {names.app}
        </MenuItem>
      ) : null}
      {instances && may('overview.view', app.id) ? (
        <MenuItem
          selected={kind === 'instance'}
          note={t(homeWords.selectedInstance)}
          onSelect={() => onChoose('instance')}
        >
          {names.instance}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
