import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { SocialBody } from '#contracts/user/social.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { errorText } from '../../api/error.ts';
import { type SocialAnswer, socialSignIn } from '../../api/social.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { nextPath } from '../next-path.ts';
import { backOf, goToProvider, keptWay, signInOf, signUpOf, wantedOf } from './way.ts';

/** Where a provider sends people back to: signs in who is known, leads anybody else to the sign-up. */
export function Component() {
  const { pathname, search } = useLocation();
  const provider: SocialProvider = /^\/linkedin/i.test(pathname) ? 'linkedin' : 'google';
  const named = { provider: providerNames[provider] };
  const navigate = useNavigate();
  const [step, setStep] = useState<ReactNode>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);
  const way = keptWay();
  const fail = (error: unknown) => setFailure(errorText(error) ?? t(authWords.socialFailed, named));
  const goOn = () => navigate(nextPath(wantedOf(way)), { replace: true });

  const settle = async ({ asked, unknown, ticket }: SocialAnswer): Promise<void> => {
    if (unknown) return navigate(signUpOf(provider, way), { replace: true, state: { ticket } });
    if (!asked) return goOn();
    const { SecondStepDialog } = await import('../second-step/SecondStepDialog.tsx');
    setStep(
      <SecondStepDialog
        setsUp
        asked={asked}
        send={async (more) => (await socialSignIn(provider, { token: ticket, ...more })).asked ?? null}
        onDone={goOn}
        onBack={() => navigate(signInOf(way), { replace: true })}
      />,
    );
  };

  const begin = async (): Promise<void> => {
    const given = Object.fromEntries(new URLSearchParams(search)) as Record<string, string>;
    // A code is good once, and belongs in no history.
    window.history.replaceState(window.history.state, '', pathname);
    const { code, state, iss, error } = given;
    if (!code || !state) {
      // Whoever changed their mind at the provider is where they were before.
      if (/denied|cancel/.test(error ?? '')) return navigate(backOf(way), { replace: true });
      return setFailure(t(authWords.socialFailed, named));
    }
    const body: SocialBody = { code, state, ...(iss ? { iss } : {}) };
    await socialSignIn(provider, body).then(settle).catch(fail);
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  const title = t(authWords.signingInWith, named);
  return (
    <AuthLayout title={title}>
      {failure === null ? (
        <>
          <h1>{title}</h1>
          <Loading label={title} />
        </>
      ) : (
        <>
          <div role="alert">
            <h1>{t(authWords.socialFailedTitle)}</h1>
            <p className={css.lead}>{failure}</p>
          </div>
          <div className={css.form}>
            <Button variant="primary" size="large" block onClick={() => goToProvider(provider, way).catch(fail)}>
              {t(authWords.tryAgain)}
            </Button>
          </div>
          <p className={css.after}>
            <Link to={backOf(way)} replace>
              {t(way.search === undefined ? authWords.backToSignIn : authWords.backToSignUp)}
            </Link>
          </p>
        </>
      )}
      {step}
    </AuthLayout>
  );
}
