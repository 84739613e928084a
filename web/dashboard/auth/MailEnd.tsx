import { Mail, MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, errorText } from '../api/error.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useTell } from './open-messages.ts';

/** Mails that a link in them ends for one person: how, and in which words. `Changed` is what the server answers. */
export interface EndedMails<Changed> {
  end: () => Promise<Changed>;
  start: (changed: Changed) => Promise<Changed>;
  isEnded: (changed: Changed) => boolean;
  title: string;
  question: string;
  stop: string;
  notEnded: string;
  broken: string;
  startAgain: string;
  ended: (changed: Changed) => string;
  started: (changed: Changed) => string;
  note: ReactNode;
}

type Outcome<Changed> = { changed: Changed } | 'gone' | { error: unknown } | null;

const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

/** Ends the mails once that is asked: mail gateways open the links of a mail, some with their scripts. */
function useEnded<Changed>({ end: ask, start: askAgain }: EndedMails<Changed>) {
  const [outcome, setOutcome] = useState<Outcome<Changed>>(null);
  const [busy, setBusy] = useState(false);
  const tell = useTell();
  const end = async () => {
    setBusy(true);
    try {
      setOutcome({ changed: await ask() });
    } catch (error) {
      setOutcome(isGone(error) ? 'gone' : { error });
    }
    setBusy(false);
  };
  const start = async (changed: Changed) => {
    setBusy(true);
    try {
      setOutcome({ changed: await askAgain(changed) });
    } catch (error) {
      tell(errorText(error), 'error');
    }
    setBusy(false);
  };
  return { outcome, busy, end, start };
}

/** The page behind the link that ends mails: a button ends them, and another brings them back as they were. */
export function MailEnd<Changed>(mails: EndedMails<Changed>) {
  const { outcome, busy, end, start } = useEnded(mails);
  if (outcome === 'gone') return <LinkExpired text={mails.broken} />;
  if (outcome && 'error' in outcome)
    return (
      <AuthLayout title={mails.title}>
        <h1>{mails.title}</h1>
        <div className={css.form}>
          <ErrorState title={mails.notEnded} text={errorText(outcome.error) ?? ''} onRetry={end} />
        </div>
      </AuthLayout>
    );
  const changed = outcome?.changed;
  const ended = changed !== undefined && mails.isEnded(changed);
  return (
    <AuthLayout title={mails.title}>
      <span className={css.tile}>{ended ? <MailX size={22} aria-hidden /> : <Mail size={22} aria-hidden />}</span>
      <h1>{mails.title}</h1>
      <p className={css.lead} role="status">
        {changed === undefined ? mails.question : ended ? mails.ended(changed) : mails.started(changed)}
      </p>
      <div className={css.links}>
        {changed === undefined ? (
          <Button size="large" variant="primary" loading={busy} onClick={end}>
            {mails.stop}
          </Button>
        ) : ended ? (
          // The second click of a double one lands here, and must not bring them back.
          <Button size="large" loading={busy} onClick={(event) => event.detail < 2 && start(changed)}>
            {mails.startAgain}
          </Button>
        ) : null}
        <p className="t-small">{mails.note}</p>
      </div>
    </AuthLayout>
  );
}
