import { type FeatureName, planWith } from '#contracts/api/plans.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import { gatesWords } from '../words/gates.en.ts';
import { t } from '../words/t.ts';
import { useUpsellAddress } from './upsell-address.ts';

/**
 * The way to a feature: 'Gain Access' leads to the payment settings; what no plan sells is 'Contact Us', which writes a
 * mail, or leads to the same page when this installation names no address (nowhere when the account has no such page).
 * Whoever may not buy reads whom to ask.
 */
export function GainAccess({ name, size = 'medium' }: { name: FeatureName; size?: 'small' | 'medium' }) {
  const { account, may } = useSession();
  const address = useUpsellAddress(name);
  const disabledReason = may('billing.manage') ? undefined : permissionText;
  if (planWith(name)) {
    return (
      <Button variant="primary" size={size} to={address} disabledReason={disabledReason}>
        {t(gatesWords.gainAccess)}
      </Button>
    );
  }
  if (account.contact_email) {
    return (
      <ButtonLink
        variant="primary"
        size={size}
        href={`mailto:${account.contact_email}?subject=${encodeURIComponent(t(gatesWords.mailSubject, { name, account: account.name }))}`}
      >
        {t(gatesWords.contactUs)}
      </ButtonLink>
    );
  }
  if (account.premium === 1) return null;
  return (
    <Button variant="primary" size={size} to={address} disabledReason={disabledReason}>
      {t(gatesWords.contactUs)}
    </Button>
  );
}
