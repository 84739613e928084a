import { lazy, useState } from 'react';
import { useLocation } from 'react-router';
import { useFirstVisit } from '../help/first-visit.ts';
import { HelpView } from '../help/HelpPage.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Redirect } from '../shell/Redirect.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { usePackage } from './use-package.ts';

const Onboarding = lazy(async () => ({ default: (await import('../onboarding/Onboarding.tsx')).Onboarding }));

/** Whether the onboarding waits for who is signed in: an account's owner without apps who has not closed it yet. */
function useOnboarding() {
  const { user, apps } = useSession();
  const owner = user.roles.includes('account_owner') && !user.login_as;
  // Adding an app does not end it: it goes on to who its owner is.
  const [open, setOpen] = useState(() => owner && apps.length === 0 && !user.onboarded);
  return { open, close: () => setOpen(false) };
}

/** The address `/`: the plan with which somebody came, once; the help until the person's first-login flag is set, with the onboarding over it; home from then on. */
export function Component() {
  const { search } = useLocation();
  const { begun } = useFirstVisit();
  const onboarding = useOnboarding();
  const offered = usePackage();
  if (offered) return <Redirect to={`/settings/payment?openPlanModal=${encodeURIComponent(offered)}`} />;
  if (begun) return <Redirect to={`/home${search}`} />;
  return (
    <>
      <HelpView first />
      {onboarding.open ? (
        <LazyPart>
          <Onboarding onClose={onboarding.close} />
        </LazyPart>
      ) : null}
    </>
  );
}
