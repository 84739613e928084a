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

/** Those that this installation has: the server writes them into the page, so that nothing is asked and nothing moves. */
const providers = (document.querySelector('meta[name=social]')?.getAttribute('content')?.match(/\w+/g) ??
  []) as SocialProvider[];

/** The buttons to sign in, or up, with whom this installation knows; nothing where it knows nobody. */
export function SocialButtons({ way }: { way: SocialWay }) {
  const { busy, run } = useTelling();
  if (!providers[0]) return null;
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
