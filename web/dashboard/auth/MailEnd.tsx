import { Mail, MailX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, errorText } from '../api/error.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
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
  ending: string;
  notEnded: string;
  broken: string;
  startAgain: string;
  ended: (changed: Changed) => string;
  started: (changed: Changed) => string;
  note: ReactNode;
}

type Outcome<Changed> = { changed: Changed } | 'gone' | { error: unknown } | null;

const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

/** Ends the mails once the page is open: what only reads the link of a mail, such as a scanner, runs no scripts. */
function useEnded<Changed>({ end: ask, start: askAgain }: EndedMails<Changed>) {
  const [outcome, setOutcome] = useState<Outcome<Changed>>(null);
  const [busy, setBusy] = useState(false);
  const tell = useTell();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that the page was opened by stays
  const end = useCallback(async () => {
    setOutcome(null);
    try {
      setOutcome({ changed: await ask() });
    } catch (error) {
      setOutcome(isGone(error) ? 'gone' : { error });
    }
  }, []);
  const start = async (changed: Changed) => {
    setBusy(true);
    try {
      setOutcome({ changed: await askAgain(changed) });
    } catch (error) {
      tell(errorText(error), 'error');
    }
    setBusy(false);
  };
  useEffect(() => {
    end();
  }, [end]);
  return { outcome, busy, end, start };
}

/** The page behind the link that ends mails: it ends them at once, and brings them back as they were. */
export function MailEnd<Changed>(mails: EndedMails<Changed>) {
  const { outcome, busy, end, start } = useEnded(mails);
  if (outcome === 'gone') return <LinkExpired text={mails.broken} />;
  if (outcome === null || 'error' in outcome)
    return (
      <AuthLayout title={mails.title}>
        <h1>{mails.title}</h1>
        {outcome ? (
          <div className={css.form}>
            <ErrorState title={mails.notEnded} text={errorText(outcome.error) ?? ''} onRetry={end} />
          </div>
        ) : (
          <Loading label={mails.ending} />
        )}
      </AuthLayout>
    );
  const { changed } = outcome;
  const ended = mails.isEnded(changed);
  return (
    <AuthLayout title={mails.title}>
      <span className={css.tile}>{ended ? <MailX size={22} aria-hidden /> : <Mail size={22} aria-hidden />}</span>
      <h1>{mails.title}</h1>
      <p className={css.lead} role="status">
        {ended ? mails.ended(changed) : mails.started(changed)}
      </p>
      <div className={css.links}>
        {ended ? (
          <Button size="large" loading={busy} onClick={() => start(changed)}>
            {mails.startAgain}
          </Button>
        ) : null}
        <p className="t-small">{mails.note}</p>
      </div>
    </AuthLayout>
  );
}
