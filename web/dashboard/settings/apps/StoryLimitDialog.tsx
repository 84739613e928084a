import { storyLimit } from '#contracts/api/plans.ts';
import { useUpsellAddress } from '../../gates/upsell-address.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** Says that the plan has no room for so many stories in an app, and leads whoever may choose one to the plans. */
export function StoryLimitDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const { account, apps, may } = useSession();
  const address = useUpsellAddress('stories');
  const app = apps.find((one) => one.id === appId);
  const { story_limit: byStaff } = account.settings.manual_features;
  const plan =
    account.plan === 'starter' && byStaff === undefined ? t(settingsWords.starterPlan) : t(settingsWords.yourPlan);
  return (
    <Dialog
      open
      size="small"
      title={t(settingsWords.storyLimitTitle)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.back)}</Button>
          <Button variant="primary" to={address} disabledReason={may('billing.manage') ? undefined : permissionText}>
            {t(settingsWords.gainAccess)}
          </Button>
        </>
      }
    >
      <p>
        {t(settingsWords.storyLimitText, {
          plan,
          count: storyLimit(account.settings),
          known: app !== undefined,
          app: app?.title,
          total: app?.total_story_count,
        })}
      </p>
    </Dialog>
  );
}
