import { useState } from 'react';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { errorText } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import { useTell } from '../open-messages.ts';
import css from './SocialButtons.module.css';
import { goToProvider, providersHere, type SocialWay } from './way.ts';

const logos = {
  google: (
    <svg viewBox="0 0 18 18" aria-hidden>
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26a5.4 5.4 0 0 1-8.08-2.85H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.96 10.71a5.41 5.41 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.51.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33A5.36 5.36 0 0 1 9 3.58z"
      />
    </svg>
  ),
  linkedin: (
    <svg viewBox="0 0 18 18" aria-hidden>
      <rect width="18" height="18" rx="3" fill="#0A66C2" />
      <path
        fill="#fff"
        d="M3.5 7h2.2v7.3H3.5zM4.6 3.3a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zM7.2 7h2.1v1c.4-.7 1.2-1.2 2.2-1.2 2.3 0 2.8 1.5 2.8 3.5v4h-2.2v-3.6c0-.9 0-2-1.2-2s-1.4 1-1.4 1.9v3.7H7.2z"
      />
    </svg>
  ),
};

/** The buttons to sign in, or up, with whom this installation knows; nothing where it knows nobody. */
export function SocialButtons({ way }: { way: SocialWay }) {
  const [going, setGoing] = useState<SocialProvider | null>(null);
  const tell = useTell();
  if (providersHere.length === 0) return null;
  const go = async (provider: SocialProvider) => {
    setGoing(provider);
    try {
      await goToProvider(provider, way);
    } catch (error) {
      tell(errorText(error), 'error');
    } finally {
      setGoing(null);
    }
  };
  return (
    <>
      <div className={css.buttons}>
        {providersHere.map((provider) => (
          <Button
            key={provider}
            size="large"
            icon={logos[provider]}
            loading={going === provider}
            aria-label={t(authWords.continueWith, { provider: providerNames[provider] })}
            onClick={() => go(provider)}
          >
            {providerNames[provider]}
          </Button>
        ))}
      </div>
      <p className={css.or}>{t(authWords.orWithEmail)}</p>
    </>
  );
}
