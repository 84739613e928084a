import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import parts from '../SettingsParts.module.css';
import { DetailsForm } from './DetailsForm.tsx';
import { FactorsCard } from './factors/FactorsCard.tsx';
import { NoPassword } from './NoPassword.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SettingsColumns } from './SettingsColumns.tsx';

/** The person's own settings: names, email, password, factors, sessions and looks. */
export function UserSettings() {
  const { user } = useSession();
  return (
    <>
      <header className={parts.head}>
        <div>
          <h2 className="t-page">{t(settingsWords.userSettings)}</h2>
          <p className="t-small">{t(settingsWords.userSettingsText)}</p>
        </div>
      </header>
      <SettingsColumns
        first={
          <>
            {/* Another address, as after a link opened in another tab, is where the form begins. */}
            <DetailsForm key={user.email} user={user} />
            {user.has_password ? <PasswordForm user={user} /> : <NoPassword user={user} />}
            <NotificationsCard />
          </>
        }
        second={
          <>
            <FactorsCard />
            <SessionsCard />
            <PreferencesCard />
          </>
        }
      />
    </>
  );
}
