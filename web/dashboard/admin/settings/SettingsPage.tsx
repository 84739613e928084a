import { useQuery } from '@tanstack/react-query';
import { Redirect } from '../../shell/Redirect.tsx';
import { isOnlyStaff } from '../../shell/session/access.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { staffSettingsWords } from '../../words/staff-settings.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { OwnCards } from './OwnCards.tsx';

/** The own settings of staff; who is in an account, too, has them where everybody has. */
export function Component() {
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  if (!isOnlyStaff(user)) return <Redirect to="/settings/user" />;
  return (
    <AdminPage title={t(staffSettingsWords.title)} utc>
      <OwnCards user={user} />
    </AdminPage>
  );
}
