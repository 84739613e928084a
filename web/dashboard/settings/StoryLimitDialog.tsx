import { storyLimit } from '#contracts/api/plans.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { plural } from '../kit/format.ts';
import { useSession } from '../shell/session-context.tsx';

/** Says that the plan has no room for so many stories in an app, and leads to the plans. */
export function StoryLimitDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const { account, apps } = useSession();
  const app = apps.find((one) => one.id === appId);
  const { story_limit: byStaff } = account.settings.manual_features;
  const plan = account.plan === 'starter' && byStaff === undefined ? 'A Starter plan' : 'Your plan';
  return (
    <Dialog
      open
      size="small"
      title="More stories than your plan holds"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" to="/settings/payment">
            Gain Access
          </Button>
        </>
      }
    >
      <p>
        {plan} allows up to {plural(storyLimit(account.settings), 'story', 'stories')} per app.{' '}
        {app ? `${app.title} has ${app.total_story_count} already.` : ''} Choose fewer, or a larger plan.
      </p>
    </Dialog>
  );
}
