import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
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
import { takeAnswer } from './answer.ts';
import { Connecting } from './Connecting.tsx';
import { backOf, goToProvider, keptWay, type SocialWay, signInOf, signUpOf, wantedOf } from './way.ts';

/** Signs in who is known, leads anybody else to the sign-up. */
function SigningIn({ provider, way }: { provider: SocialProvider; way: SocialWay }) {
  const { pathname, search } = useLocation();
  const named = { provider: providerNames[provider] };
  const navigate = useNavigate();
  const [step, setStep] = useState<ReactNode>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);
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
    const answer = takeAnswer(pathname, search);
    // Whoever changed their mind at the provider is where they were before.
    if (answer === 'cancelled') return navigate(backOf(way), { replace: true });
    if (answer === null) return setFailure(t(authWords.socialFailed, named));
    await socialSignIn(provider, answer).then(settle).catch(fail);
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

/** Where a provider sends people back to: to sign in or up, or, who is signed in, to connect their account there. */
export function Component() {
  const { pathname } = useLocation();
  const provider: SocialProvider = /^\/linkedin/i.test(pathname) ? 'linkedin' : 'google';
  const [way] = useState(keptWay);
  return way.connects ? <Connecting provider={provider} way={way} /> : <SigningIn provider={provider} way={way} />;
}
