import { lazy } from 'react';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import css from '../AuthForms.module.css';
import type { SocialWay } from './way.ts';

const SocialButtons = lazy(async () => ({ default: (await import('./SocialButtons.tsx')).SocialButtons }));

/** Those that this installation has: the server writes them into the page, so that nothing is asked. */
const providers = (document.querySelector('meta[name=social]')?.getAttribute('content')?.match(/\w+/g) ??
  []) as SocialProvider[];

/** The ways to sign in, or up, with whom this installation knows, in a place of their own height; nothing where it knows nobody. */
export function SocialWays({ way }: { way: SocialWay }) {
  if (!providers[0]) return null;
  return (
    <div className={css.social}>
      <LazyPart>
        <SocialButtons providers={providers} way={way} />
      </LazyPart>
    </div>
  );
}
