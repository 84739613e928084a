import { Activity, CopyPlus, Ellipsis, Megaphone, RefreshCw, Trash2 } from 'lucide-react';
import { hasFeature } from '#contracts/api/plans.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../../kit/overlays/MenuItem.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** What can be done with an app beside its cells. Ad settings are there for the accounts that have them, and while ads are on. */
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
      label={t(settingsWords.actionsOn, { title: app.title })}
      align="end"
      width={240}
      trigger={
        <IconButton label={t(settingsWords.moreActionsOn, { title: app.title })} icon={<Ellipsis />} noTooltip />
      }
    >
      <MenuItem icon={<CopyPlus aria-hidden />} onSelect={onImport}>
        {t(settingsWords.importStories)}
      </MenuItem>
      <MenuItem icon={<Activity aria-hidden />} disabledReason={settle} onSelect={onHealth}>
        {t(settingsWords.sdkHealth)}
      </MenuItem>
      {app.settings.ads || hasFeature(account.settings, 'ad_settings') ? (
        <MenuItem icon={<Megaphone aria-hidden />} disabledReason={settle} onSelect={onAds}>
          {t(settingsWords.adSettings)}
        </MenuItem>
      ) : null}
      <MenuItem icon={<RefreshCw aria-hidden />} disabledReason={settle} onSelect={onSync}>
        {app.store_type === 'web' ? t(settingsWords.readSiteAgain) : t(settingsWords.readStoreAgain)}
      </MenuItem>
      <MenuLine />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        disabledReason={may('app.delete', app.id) ? undefined : permissionText}
        onSelect={onDelete}
      >
        {t(settingsWords.deleteApp)}
      </MenuItem>
    </Menu>
  );
}
