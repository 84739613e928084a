import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** On this machine only: where mails arrive while no sender is set up. */
export function OutboxLink() {
  if (!loopback.test(window.location.hostname)) return null;
  return <a href="/dev/outbox">{t(authWords.openLocalOutbox)}</a>;
}
