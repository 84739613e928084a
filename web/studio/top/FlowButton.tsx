import { Split } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { studioFlowWords } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { OpenStory } from '../saving/open-story.ts';
import { useLeaveStory } from '../saving/use-leave-story.ts';

/** Opens the flow of the group once what was changed in the story is saved. */
export function FlowButton({ open, onFlow }: { open: OpenStory; onFlow: () => void }) {
  const leaveStory = useLeaveStory();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await leaveStory(open);
    onFlow();
  };
  return (
    <Button icon={<Split aria-hidden />} loading={busy} onClick={() => void leave()}>
      {t(studioFlowWords.flow)}
    </Button>
  );
}
