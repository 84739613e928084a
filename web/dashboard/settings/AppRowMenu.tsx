import { Activity, CopyPlus, Ellipsis, Megaphone, RefreshCw, Trash2 } from 'lucide-react';
import { hasFeature } from '#contracts/api/plans.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { MenuItem, MenuLine } from '../kit/MenuItem.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';

/** What can be done with an app beside its cells. Ad settings are there for the accounts that have them. */
export function AppRowMenu(props: {
  app: AppRow;
  onImport: () => void;
  onHealth: () => void;
  onAds: () => void;
  onSync: () => void;
  onDelete: () => void;
}) {
  const { app, onImport, onHealth, onAds, onSync, onDelete } = props;
  const { account, may } = useSession();
  const settle = may('app.settings', app.id) ? undefined : permissionText;
  return (
    <Menu
      label={`Actions on ${app.title}`}
      align="end"
      width={240}
      trigger={<IconButton label={`More actions on ${app.title}`} icon={<Ellipsis />} noTooltip />}
    >
      <MenuItem icon={<CopyPlus aria-hidden />} onSelect={onImport}>
        Import stories
      </MenuItem>
      <MenuItem icon={<Activity aria-hidden />} disabledReason={settle} onSelect={onHealth}>
        SDK health
      </MenuItem>
      {hasFeature(account.settings, 'ad_settings') ? (
        <MenuItem icon={<Megaphone aria-hidden />} disabledReason={settle} onSelect={onAds}>
          Ad Settings
        </MenuItem>
      ) : null}
      <MenuItem icon={<RefreshCw aria-hidden />} disabledReason={settle} onSelect={onSync}>
        {app.store_type === 'web' ? 'Read the site again' : 'Read from the store again'}
      </MenuItem>
      <MenuLine />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        disabledReason={may('app.delete', app.id) ? undefined : permissionText}
        onSelect={onDelete}
      >
        Delete app
      </MenuItem>
    </Menu>
  );
}
