import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { signOut } from '../api/sign-in.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';

interface Asked {
  /** The email of who is signed in, empty where it is not known. */
  stranger: string;
  /** Whom the link is for. */
  email: string;
  onSignedOut: () => void;
}

/** Asks whoever is signed in here to sign out before a link for somebody else goes on. */
export function AskSignOut({ stranger, email, onSignedOut }: Asked) {
  const [busy, setBusy] = useState(false);
  const b = (parts: React.ReactNode) => <strong>{parts}</strong>;
  return (
    <AuthLayout title={t(authWords.signOutFirst)}>
      <span className={css.tile}>
        <LogOut size={22} aria-hidden />
      </span>
      <h1>{t(authWords.signOutFirst)}</h1>
      <p className={css.lead}>
        {stranger ? t(authWords.linkIsForOther, { b, stranger, email }) : t(authWords.linkIsFor, { b, email })}
      </p>
      <div className={css.links}>
        <Button
          variant="primary"
          size="large"
          loading={busy}
          onClick={() => {
            setBusy(true);
            signOut().finally(onSignedOut);
          }}
        >
          {t(authWords.signOut)}
        </Button>
        <Link to="/">{t(authWords.goToDashboard)}</Link>
      </div>
    </AuthLayout>
  );
}
