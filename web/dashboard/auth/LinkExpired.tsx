import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { useLaterSignIn } from './use-later-sign-in.ts';

/**
 * Says that a link no longer works, and leads to the sign-in by a button and by itself after 8 seconds; `also` stands
 * beside it. With `next` that is the only way on.
 */
export function LinkExpired({ text, next, also }: { text: string; next?: ReactNode; also?: ReactNode }) {
  useLaterSignIn(next === undefined);
  return (
    <AuthLayout title={t(authWords.linkExpired)}>
      <span className={css.tile}>
        <Link2Off size={22} aria-hidden />
      </span>
      <h1>{t(authWords.linkExpired)}</h1>
      <p className={css.lead}>{text}</p>
      <div className={css.links}>
        {next ?? (
          <>
            <Button variant="primary" size="large" to="/login">
              {t(authWords.signIn)}
            </Button>
            {also}
            <p className="t-small">{t(authWords.linkExpiredText)}</p>
          </>
        )}
      </div>
    </AuthLayout>
  );
}
