import { Mail } from 'lucide-react';
import type { UserRow } from '#contracts/user/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './PendingEmail.module.css';

/** Says which email waits for its link, with both ways on: the link once more, and the present email kept. */
export function PendingEmail({ user, email, onAgain }: { user: UserRow; email: string; onAgain: () => void }) {
  const keep = useCommand<void, unknown>({
    on: user.id,
    send: (product, _, key) => product.changeUser({ pending_email: null }, key),
    changes: [userQuery.queryKey],
    said: () => t(settingsWords.emailKept, { email: user.email }),
  });
  return (
    <div className={css.note}>
      <Mail aria-hidden />
      <div>
        <p>{t(settingsWords.emailPending, { email })}</p>
        <div className={css.ways}>
          <Button variant="link" disabledReason={actingReason()} onClick={onAgain}>
            {t(settingsWords.sendEmailLinkAgain)}
          </Button>
          <Button variant="link" disabledReason={actingReason()} loading={keep.busy} onClick={() => keep.run()}>
            {t(settingsWords.keepEmail)}
          </Button>
        </div>
      </div>
    </div>
  );
}
