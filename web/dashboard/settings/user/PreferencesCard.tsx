import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { accountQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { useThemeMode } from '../../theme/mode.ts';
import { accountSettingsWords } from '../../words/account-settings.en.ts';
import { t } from '../../words/t.ts';
import { ZoneSelect } from '../account/ZoneSelect.tsx';
import css from './PreferencesCard.module.css';

const themes = [
  { value: 'system', label: t(accountSettingsWords.system), icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: t(accountSettingsWords.light), icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: t(accountSettingsWords.dark), icon: <Moon size={16} aria-hidden /> },
] as const;

function AccountZone() {
  const { account } = useSession();
  const change = useCommand<string, { message: string | null }>({
    on: account.id,
    send: (product, time_zone, key) => product.changeAccount({ time_zone }, key),
    changes: [accountQuery.queryKey],
    said: ({ message }) => message,
  });
  return (
    <div>
      <ZoneSelect
        key={account.time_zone}
        value={account.time_zone}
        onChange={(zone) => (zone && zone !== account.time_zone ? change.run(zone) : undefined)}
      />
      <p className={`t-caption ${css.text}`}>{t(accountSettingsWords.zoneOfEveryone)}</p>
    </div>
  );
}

/** How the dashboard looks in this browser, and for owners the time zone of the account. */
export function PreferencesCard() {
  const { may } = useSession();
  const { choice, setChoice } = useThemeMode();
  const title = t(accountSettingsWords.preferences);
  return (
    <Card as="section" title={title} aria-label={title}>
      <div className={css.fields}>
        <div>
          <p className={css.label}>{t(accountSettingsWords.theme)}</p>
          <SegmentedControl
            label={t(accountSettingsWords.theme)}
            value={choice}
            options={themes}
            onChange={setChoice}
          />
          <p className={`t-caption ${css.text}`}>{t(accountSettingsWords.themeText)}</p>
        </div>
        {may('account.change') ? <AccountZone /> : null}
      </div>
    </Card>
  );
}
