import { Pencil, Plus } from 'lucide-react';
import { hasFeature } from '#contracts/api/plans.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { FeatureGate } from '../../gates/FeatureGate.tsx';
import { usedControl, useUpsell } from '../../gates/upsell-context.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { cut } from '../../kit/text/format.ts';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import settingsParts from '../SettingsParts.module.css';
import css from './SharingCells.module.css';
import { useAppSettings } from './use-app-settings.ts';

const schemeShown = 30;

/** The URL scheme of an app, and the way to set it; what a lapsed plan left there can still be removed. */
export function SchemeCell({ app, onEdit }: { app: AppRow; onEdit: () => void }) {
  const { may } = useSession();
  const scheme = app.settings.app_intent;
  const forbidden = may('app.settings', app.id) ? undefined : permissionText;
  if (scheme === null) {
    return (
      <FeatureGate feature="deeplink">
        <Button
          className={css.setScheme}
          size="small"
          variant="quiet"
          icon={<Plus aria-hidden />}
          disabledReason={forbidden}
          onClick={onEdit}
        >
          {t(settingsWords.setSchemeOf, {
            hidden: (parts) => <span className="visually-hidden">{parts}</span>,
            title: app.title,
          })}
        </Button>
      </FeatureGate>
    );
  }
  return (
    <span className={settingsParts.token}>
      <code title={scheme}>{cut(scheme, schemeShown)}</code>
      <IconButton
        size="small"
        label={t(settingsWords.editSchemeOf, { title: app.title })}
        icon={<Pencil />}
        disabledReason={forbidden}
        onClick={onEdit}
      />
    </span>
  );
}

/** Turns the sharing of an app's stories on and off; without a URL scheme that is asked for first. */
export function SharableCell({ app, onNeedScheme }: { app: AppRow; onNeedScheme: () => void }) {
  const { account, may } = useSession();
  const change = useAppSettings(app, {
    said: (_, { is_sharable }) => (is_sharable ? t(settingsWords.sharingOn) : t(settingsWords.sharingOff)),
  });
  const upsell = useUpsell();
  const { app_intent, is_sharable } = app.settings;
  const turn = (on: boolean) => {
    if (on && app_intent === null)
      return hasFeature(account.settings, 'deeplink') ? onNeedScheme() : upsell('deeplink', usedControl());
    change.run({ is_sharable: on });
  };
  const control = (
    <Switch
      checked={is_sharable}
      label={t(settingsWords.sharingOf, { title: app.title })}
      disabledReason={may('app.settings', app.id) ? undefined : permissionText}
      onChange={turn}
    />
  );
  // What a lapsed plan left on can still be turned off.
  return (
    <span className={css.switch}>
      {is_sharable ? control : <FeatureGate feature="social_share">{control}</FeatureGate>}
    </span>
  );
}
