import type { ReactNode } from 'react';
import type { LinkSeen } from '#contracts/api/link.ts';
import { errorText } from '../api/error.ts';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { AskSignOut } from './AskSignOut.tsx';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import type { SeenLink } from './use-link-check.ts';

interface Gate {
  title: string;
  seen: SeenLink;
  /** What a screen reader hears while the link is looked at. */
  waiting: string;
  /** Why a link that is gone is gone, and what may stand beside the way to the sign-in. */
  gone: string;
  also?: ReactNode;
  children: (link: LinkSeen) => ReactNode;
}

/** Shows what a link leads to once it is known to work, and whoever else is signed in here has signed out. */
export function LinkGate({ title, seen, waiting, gone, also, children }: Gate) {
  if (seen.state === 'gone') return <LinkExpired text={gone} also={also} />;
  if (seen.link && seen.stranger !== null) {
    return <AskSignOut stranger={seen.stranger} email={seen.link.email} onSignedOut={seen.again} />;
  }
  if (seen.link) return children(seen.link);
  return (
    <AuthLayout title={title}>
      <h1>{title}</h1>
      {seen.state === 'lost' ? (
        <div className={css.form}>
          <ErrorState title={t(authWords.linkDidNotLoad)} text={errorText(seen.error) ?? ''} onRetry={seen.again} />
        </div>
      ) : (
        <Loading label={waiting} />
      )}
    </AuthLayout>
  );
}
