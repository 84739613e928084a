import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import { useTelling } from '../use-telling.ts';
import google from './google.svg';
import linkedin from './linkedin.svg';
import css from './SocialButtons.module.css';
import type { SocialWay } from './way.ts';

const logos = { google, linkedin };

/** The buttons to sign in, or up, with each of some providers. */
export function SocialButtons({ providers, way }: { providers: readonly SocialProvider[]; way: SocialWay }) {
  const { busy, run } = useTelling();
  return (
    <>
      <div className={css.buttons}>
        {providers.map((provider) => (
          <Button
            key={provider}
            size="large"
            icon={<img src={logos[provider]} alt="" width={16} height={16} />}
            loading={busy === provider}
            aria-label={t(authWords.continueWith, { provider: providerNames[provider] })}
            onClick={() => run(provider, async () => (await import('./way.ts')).goToProvider(provider, way))}
          >
            {providerNames[provider]}
          </Button>
        ))}
      </div>
      <p className={css.or}>{t(authWords.orWithEmail)}</p>
    </>
  );
}
