import type { AppRow } from '#contracts/app.ts';
import { storyLimit } from '#contracts/plans.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { plural } from '../kit/format.ts';
import { useSession } from '../shell/session-context.tsx';

/** Says that the plan's stories per app are used up, and leads to the plans. */
export function StoryLimitDialog({ app, onClose }: { app: AppRow; onClose: () => void }) {
  const { account } = useSession();
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
        Your plan holds {plural(storyLimit(account.settings), 'story', 'stories')} per app. {app.title} has{' '}
        {app.total_story_count} already. Choose fewer story groups, or a larger plan.
      </p>
    </Dialog>
  );
}
