import { useState } from 'react';
import type { TakeOver } from '#contracts/studio/presence.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { presenceWords } from '../../dashboard/words/presence.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { takeOverPlace, useSecondsUntil } from './HeldNote.tsx';

/** Properties of an AskedDialog; `save` brings what was changed to the server before the place is given. */
export interface AskedDialogProps {
  ask: TakeOver;
  name: string;
  save: () => Promise<unknown>;
}

/** Asks who writes a story whether somebody else may. */
export function AskedDialog({ ask, name, save }: AskedDialogProps) {
  const tell = useTell();
  const seconds = useSecondsUntil(ask.until);
  const [answered, setAnswered] = useState(false);
  const answer = async (grant: boolean) => {
    setAnswered(true);
    try {
      if (grant) await save();
      await takeOverPlace(ask.story_id, grant);
    } catch (error) {
      tell(errorText(error), 'error');
    }
  };
  return (
    <Dialog
      open={!answered && seconds > 0}
      size="small"
      stays
      title={t(presenceWords.askedTitle, { name })}
      onClose={() => void answer(false)}
      footer={
        <>
          <Button onClick={() => void answer(false)}>{t(presenceWords.keep)}</Button>
          <Button variant="primary" onClick={() => void answer(true)}>
            {t(presenceWords.handOver)}
          </Button>
        </>
      }
    >
      <p className="t-body">{t(presenceWords.askedText, { name, seconds })}</p>
    </Dialog>
  );
}
