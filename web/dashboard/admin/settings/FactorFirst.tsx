import { ShieldCheck } from 'lucide-react';
import type { UserRow } from '#contracts/user/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { isOnlyStaff } from '../../shell/session/access.ts';
import { staffSettingsWords } from '../../words/staff-settings.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import css from './FactorFirst.module.css';
import { OwnCards } from './OwnCards.tsx';

/** What opens the admin area, in words, and the button that leads there. */
function Next({ user, onOpen }: { user: UserRow; onOpen: () => void }) {
  if (!user.staff_factor_needed)
    return (
      <>
        <p>{t(staffSettingsWords.isSet)}</p>
        <Button variant="primary" onClick={onOpen}>
          {t(staffSettingsWords.open)}
        </Button>
      </>
    );
  if (user.factors.some(({ type }) => type === 'totp' || type === 'passkey'))
    return (
      <>
        <p>{t(staffSettingsWords.signInAgain)}</p>
        <Button variant="primary" to="/logout">
          {t(staffSettingsWords.signOut)}
        </Button>
      </>
    );
  return (
    <>
      <p>{t(staffSettingsWords.setUp)}</p>
      {isOnlyStaff(user) ? null : (
        <Button variant="primary" to="/settings/user">
          {t(staffSettingsWords.ownSettings)}
        </Button>
      )}
    </>
  );
}

/** What staff see instead of the admin area until they have shown a factor that is no text message. */
export default function FactorFirst({ user, onOpen }: { user: UserRow; onOpen: () => void }) {
  return (
    <AdminPage title={t(staffSettingsWords.factorFirst)}>
      <Card className={css.next}>
        <ShieldCheck size={20} aria-hidden />
        <Next user={user} onOpen={onOpen} />
      </Card>
      {isOnlyStaff(user) ? <OwnCards user={user} /> : null}
    </AdminPage>
  );
}
