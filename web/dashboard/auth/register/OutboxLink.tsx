import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** On this machine only: where mails and texts arrive while no sender is set up; `apart` opens it beside the page. */
export function OutboxLink({ apart }: { apart?: true }) {
  if (!loopback.test(window.location.hostname)) return null;
  return (
    <a href="/dev/outbox" target={apart && '_blank'}>
      {t(authWords.openLocalOutbox)}
    </a>
  );
}
