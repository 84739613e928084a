import { Mail, MailX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Digest } from '#contracts/notification/types.ts';
import { ApiError, errorText } from '../api/error.ts';
import { http } from '../api/http.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useTell } from './open-messages.ts';

interface Changed {
  digest: Digest;
  before: Digest;
}

/** What became of the digest: what it is now and what it was when it was last on, or why it is not known. */
type Outcome = Changed | 'gone' | { error: unknown } | null;

const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

/** Turns the digest off once the page is open: what only reads the link of a mail, such as a scanner, runs no scripts. */
function useEndedDigest(token: string) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const tell = useTell();
  const end = useCallback(async () => {
    setOutcome(null);
    try {
      setOutcome(await http.post<Changed>('/digest/end', { token }, { auth: 'none' }));
    } catch (error) {
      setOutcome(isGone(error) ? 'gone' : { error });
    }
  }, [token]);
  const start = async ({ before }: Changed) => {
    setBusy(true);
    try {
      const digest = before === 'none' ? {} : { digest: before };
      const { digest: now } = await http.post<Changed>('/digest/start', { token, ...digest }, { auth: 'none' });
      setOutcome({ digest: now, before });
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

/** Ends the email digest by the link in it, and brings it back as it was. */
export function Component() {
  const { token = '' } = useParams();
  const { outcome, busy, end, start } = useEndedDigest(token);
  if (outcome === 'gone') return <LinkExpired text={t(authWords.digestLinkBroken)} />;
  if (outcome === null || 'error' in outcome)
    return (
      <AuthLayout title={t(authWords.digest)}>
        <h1>{t(authWords.digest)}</h1>
        {outcome ? (
          <div className={css.form}>
            <ErrorState title={t(authWords.digestNotEnded)} text={errorText(outcome.error) ?? ''} onRetry={end} />
          </div>
        ) : (
          <Loading label={t(authWords.digestEnding)} />
        )}
      </AuthLayout>
    );
  const ended = outcome.digest === 'none';
  return (
    <AuthLayout title={t(authWords.digest)}>
      <span className={css.tile}>{ended ? <MailX size={22} aria-hidden /> : <Mail size={22} aria-hidden />}</span>
      <h1>{t(authWords.digest)}</h1>
      <p className={css.lead} role="status">
        {ended ? t(authWords.digestEnded) : t(authWords.digestStarted)}
      </p>
      <div className={css.links}>
        {ended ? (
          <Button size="large" loading={busy} onClick={() => start(outcome)}>
            {t(authWords.digestStart)}
          </Button>
        ) : null}
        <p className="t-small">
          {t(authWords.digestSettings, { a: (parts) => <Link to="/settings/user#notifications">{parts}</Link> })}
        </p>
      </div>
    </AuthLayout>
  );
}
