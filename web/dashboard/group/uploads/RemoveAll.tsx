import { useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { groupWords } from '../../words/group.en.ts';
import { storyAddWords } from '../../words/story-add.en.ts';
import { t } from '../../words/t.ts';
import type { UploadBatch } from './upload.ts';
import { isWorkedOn, uploads } from './uploads.ts';

/** Takes out all files of a group: asks first where that loses what has arrived or was typed. */
export function RemoveAll({ batch: { groupId, adding, uploads: list } }: { batch: UploadBatch }) {
  const [asking, setAsking] = useState(false);
  const count = list.filter(isWorkedOn).length;
  const remove = () => {
    setAsking(false);
    uploads.discard(groupId);
  };
  return (
    <>
      <Button
        variant="quiet"
        disabledReason={adding ? t(groupWords.addingNow) : undefined}
        onClick={() => (count > 0 ? setAsking(true) : remove())}
      >
        {t(storyAddWords.removeAll)}
      </Button>
      <ConfirmDialog
        open={asking && count > 0}
        title={t(storyAddWords.removeAllTitle)}
        text={t(storyAddWords.removeAllText, { count })}
        confirmLabel={t(storyAddWords.removeAll)}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      />
    </>
  );
}
