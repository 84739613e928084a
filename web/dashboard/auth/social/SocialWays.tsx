import { lazy } from 'react';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import css from '../AuthForms.module.css';
import { configuredProviders } from './providers.ts';
import type { SocialWay } from './way.ts';

const SocialButtons = lazy(async () => ({ default: (await import('./SocialButtons.tsx')).SocialButtons }));

/** The ways to sign in, or up, with whom this installation knows, in a place of their own height; nothing where it knows nobody. */
export function SocialWays({ way }: { way: SocialWay }) {
  if (!configuredProviders[0]) return null;
  return (
    <div className={css.social}>
      <LazyPart>
        <SocialButtons providers={configuredProviders} way={way} />
      </LazyPart>
    </div>
  );
}
