import { ChevronsUpDown, Plus } from 'lucide-react';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { AppIcon } from '../kit/pictures/Avatar.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { cut } from '../kit/text/format.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import css from './AppPicker.module.css';
import { permissionText } from './session/permission-text.ts';
import { useSession } from './session/session-value.ts';
import { storeName } from './store-name.ts';

const rowHeight = 36;
const most = 10;

/** Chooses the app; the list scrolls from 11 apps on. Without `onAddApp` none is added here. */
export function AppPicker({ onAddApp }: { onAddApp: (() => void) | undefined }) {
  const { apps, app, selectApp, may } = useSession();
  if (!app) return null;
  return (
    <Menu
      label={t(shellWords.apps)}
      width={300}
      {...(apps.length > most ? { maxHeight: rowHeight * (most + 1) + 24 } : {})}
      trigger={
        <button type="button" className={css.picker}>
          <AppIcon title={app.title} src={app.icon} seed={app.id} />
          <span className="truncate">{app.title}</span>
          <Badge kind="neutral">{storeName(app)}</Badge>
          <span className="visually-hidden">{t(shellWords.changeApp)}</span>
          <ChevronsUpDown size={16} aria-hidden />
        </button>
      }
    >
      {apps.map((one) => (
        <MenuItem
          key={one.id}
          selected={one.id === app.id}
          icon={<AppIcon title={one.title} src={one.icon} seed={one.id} />}
          end={<Badge kind="neutral">{storeName(one)}</Badge>}
          onSelect={() => selectApp(one.id)}
        >
          {cut(one.title, 40)}
        </MenuItem>
      ))}
      {onAddApp ? (
        <MenuItem
          sticky
          icon={<Plus aria-hidden />}
          disabledReason={may('app.add') ? undefined : permissionText}
          onSelect={onAddApp}
        >
          {t(shellWords.addApp)}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
