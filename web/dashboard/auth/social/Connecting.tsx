import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import type { connectSocial } from '#contracts/user/social.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { errorText } from '../../api/error.ts';
import { call } from '../../api/http.ts';
import { getSession } from '../../api/session.ts';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { AuthLayout } from '../AuthLayout.tsx';
import { nextPath } from '../next-path.ts';
import { takeAnswer } from './answer.ts';
import { type CameBack, type SocialWay, signInOf, wantedOf } from './way.ts';

/** Connects the account elsewhere that a signed-in person comes back with, and leads to where they were, which says what came of it. */
export function Connecting({ provider, way }: { provider: SocialProvider; way: SocialWay }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const begun = useRef(false);
  const named = { provider: providerNames[provider] };

  const begin = async (): Promise<void> => {
    const goBack = (returned?: CameBack['returned']) =>
      navigate(nextPath(wantedOf(way)), { replace: true, state: returned ? { returned } : null });
    const answer = takeAnswer(pathname, search);
    if (answer === 'cancelled') return goBack();
    if (answer === null) return goBack({ text: t(factorsWords.connectFailed, named), type: 'error' });
    try {
      const body = { provider, ...answer } satisfies z.input<typeof connectSocial>;
      const { message } = await call('POST', '/user/social', { body });
      return goBack({ text: message, type: 'success' });
    } catch (error) {
      if (!getSession()) return navigate(signInOf(way), { replace: true });
      return goBack({ text: errorText(error), type: 'error' });
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  const title = t(factorsWords.connecting, named);
  return (
    <AuthLayout title={title}>
      <h1>{title}</h1>
      <Loading label={title} />
    </AuthLayout>
  );
}
