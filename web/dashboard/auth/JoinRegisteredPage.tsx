import { UserX } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { ApiError, errorText } from '../api/error.ts';
import { http } from '../api/http.ts';
import { dropSession } from '../api/session.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { JoinedTeam } from './JoinedTeam.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { LinkGate } from './LinkGate.tsx';
import { useTell } from './open-messages.ts';
import { useLaterSignIn } from './use-later-sign-in.ts';
import { useLinkCheck } from './use-link-check.ts';

/** Says why somebody cannot join, and opens the sign-in after 8 seconds. */
function CannotJoin({ text }: { text: string }) {
  useLaterSignIn(true);
  return (
    <AuthLayout title={t(authWords.cannotJoin)}>
      <span className={css.tile}>
        <UserX size={22} aria-hidden />
      </span>
      <h1>{t(authWords.cannotJoin)}</h1>
      <p className={css.lead}>{text}</p>
      <div className={css.links}>
        <Button variant="primary" size="large" to="/login">
          {t(authWords.signIn)}
        </Button>
        <p className="t-small">{t(authWords.linkExpiredText)}</p>
      </div>
    </AuthLayout>
  );
}

/** Brings somebody who has an account into the team that invited them. */
export function Component() {
  const { token = '' } = useParams();
  const tell = useTell();
  const seen = useLinkCheck(token, 'join_registered', 'invitation');
  const [outcome, setOutcome] = useState<'joining' | 'joined' | ApiError | null>(null);
  if (outcome === 'joined') return <JoinedTeam />;
  if (outcome instanceof ApiError) {
    return outcome.code === 'AlreadyInTeam' ? (
      <CannotJoin text={outcome.message} />
    ) : (
      <LinkExpired text={t(authWords.invitationUsed)} />
    );
  }
  // Their account is gone since they were invited.
  if (seen.link?.purpose === 'invitation') return <Navigate to={`/join/${token}`} replace />;
  const join = async () => {
    setOutcome('joining');
    try {
      await http.post('/join-team', { token }, { auth: 'none' });
      // Every session of theirs has ended.
      dropSession();
      setOutcome('joined');
    } catch (error) {
      const refused = error instanceof ApiError && [404, 409, 410].includes(error.status);
      setOutcome(refused ? error : null);
      if (!refused) tell(errorText(error), 'error');
    }
  };
  return (
    <LinkGate
      title={t(authWords.joinYourTeam)}
      seen={seen}
      waiting={t(authWords.checkingInvitation)}
      gone={t(authWords.invitationUsed)}
    >
      {({ company, email }) => (
        <AuthLayout title={t(authWords.joinYourTeam)}>
          <h1>{t(authWords.joinYourTeam)}</h1>
          <p className={css.lead}>{t(authWords.invitedToCompany, { company })}</p>
          <p className={css.lead}>{t(authWords.joinAs, { b: (parts) => <strong>{parts}</strong>, email })}</p>
          <div className={css.form}>
            <Button variant="primary" size="large" block loading={outcome === 'joining'} onClick={join}>
              {t(authWords.joinTeam)}
            </Button>
          </div>
        </AuthLayout>
      )}
    </LinkGate>
  );
}
