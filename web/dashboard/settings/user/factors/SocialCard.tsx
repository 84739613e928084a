import { providerNames } from '#contracts/user/social-providers.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import google from '../../../auth/social/google.svg';
import linkedin from '../../../auth/social/linkedin.svg';
import { configuredProviders } from '../../../auth/social/providers.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { dateIn } from '../../../kit/text/format.ts';
import { usePerson } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import list from '../SessionsCard.module.css';
import type { FactorCard } from './asks.ts';
import { FactorItem } from './FactorItem.tsx';

const logoOf = (source: string) =>
  function Logo() {
    return <img src={source} alt="" width={16} height={16} />;
  };
const logos = { google: logoOf(google), linkedin: logoOf(linkedin) };

/** The accounts elsewhere that sign the person in, each to be left unless it is the only way in, and those that could; none where there are neither. */
export function SocialCard({ onAsk }: FactorCard) {
  const { user, timeZone } = usePerson();
  const isLast = user.social.length === 1 && !user.has_password && !user.factors.some(({ type }) => type === 'passkey');
  const unconnected = configuredProviders.filter((one) => !user.social.some(({ provider }) => provider === one));
  const connected = user.social.map(({ provider, ts_created }) => {
    const name = providerNames[provider];
    return (
      <FactorItem
        key={provider}
        icon={logos[provider]}
        name={name}
        text={t(factorsWords.connected, { since: dateIn(timeZone, ts_created) })}
      >
        <Button
          size="small"
          variant="quiet"
          disabledReason={actingReason() ?? (isLast ? t(refusalWords.LastSignIn) : undefined)}
          aria-label={t(factorsWords.disconnectTitle, { provider: name })}
          onClick={() => onAsk({ what: 'disconnect', provider })}
        >
          {t(factorsWords.disconnect)}
        </Button>
      </FactorItem>
    );
  });
  const others = unconnected.map((provider) => {
    const name = providerNames[provider];
    return (
      <FactorItem
        key={provider}
        icon={logos[provider]}
        name={name}
        text={t(factorsWords.unconnected, { provider: name })}
      >
        <Button
          size="small"
          disabledReason={actingReason()}
          aria-label={t(factorsWords.connectTitle, { provider: name })}
          onClick={() => onAsk({ what: 'connect', provider })}
        >
          {t(factorsWords.connect)}
        </Button>
      </FactorItem>
    );
  });

  if (connected.length + others.length === 0) return null;
  return (
    <Card as="section" title={t(factorsWords.socialTitle)} aria-label={t(factorsWords.socialTitle)}>
      <ul className={list.list}>
        {connected}
        {others}
      </ul>
    </Card>
  );
}
