import type { UserRow } from '#contracts/user/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './UserSettings.module.css';

/** What stands in place of the password of somebody who signs in with another account: the way to one. */
export function NoPassword({ user }: { user: UserRow }) {
  const mail = useCommand<void, { message: string | null }>({
    on: user.id,
    send: (product) => product.mailPasswordLink(user.email),
    said: ({ message }) => message,
  });
  return (
    <Card as="section" title={t(settingsWords.password)} aria-label={t(settingsWords.password)}>
      <div className={css.noPassword}>
        <p className="t-small">{t(settingsWords.noPasswordText)}</p>
        <Button disabledReason={actingReason()} loading={mail.busy} onClick={() => mail.run()}>
          {t(settingsWords.sendPasswordLink)}
        </Button>
      </div>
    </Card>
  );
}
