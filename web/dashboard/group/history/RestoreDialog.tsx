import { RotateCcw } from 'lucide-react';
import type { Envelope } from '../../api/http.ts';
import type { GroupSaved } from '../../content/story-group-commands.ts';
import { DesignPair } from '../../designs/DesignPair.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { FullNote } from '../FullNote.tsx';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupCommand } from '../use-group-command.ts';
import { ChangeRows } from './ChangeRows.tsx';
import css from './RestoreDialog.module.css';
import { leftTexts, type RestoreWish, restoreTexts } from './restore-wish.ts';
import type { AskedRestore } from './use-restore-ask.ts';

interface RestoreDialogProps {
  group: GroupDetail;
  asked: AskedRestore;
  onClose: () => void;
}

/** Why there is nothing to restore; there is nothing to confirm either. */
function NothingToRestore({ asked: { wish, preview }, onClose }: RestoreDialogProps) {
  const { nothing, whyNothing, refused } = restoreTexts(wish);
  return (
    <Dialog
      open
      title={preview.refusal ? refused : nothing}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(groupWords.close)}</Button>}
    >
      {preview.refusal ? (
        <FullNote>{preview.refusal.message}</FullNote>
      ) : (
        <p>{[whyNothing, ...leftTexts(preview.left)].join(' ')}</p>
      )}
    </Dialog>
  );
}

/** Shows what a restore changes, and does it when that is confirmed; restoring is itself a change that can be undone. */
function ConfirmRestore({ group, asked: { wish, preview }, onClose }: RestoreDialogProps) {
  const { timeZone } = useSession();
  const { act, ask } = restoreTexts(wish);
  const takeBack = useGroupCommand<number>(group.id, {
    send: (product, version, key) => product.restoreVersion(group.id, version, null, key),
    said: () => t(groupWords.restoreUndone),
  });
  const restore = useGroupCommand<RestoreWish, Envelope<GroupSaved>>(group.id, {
    send: (product, { version, story_id }, key) => product.restoreVersion(group.id, version, story_id, key),
    said: ({ message }) => ({ text: message }),
    undo:
      ({ data }) =>
      () =>
        takeBack.run(data.version - 1),
    onDone: onClose,
  });
  return (
    <Dialog
      open
      title={ask}
      size="large"
      onClose={onClose}
      onSubmit={() => restore.run(wish)}
      footer={
        <>
          <Button onClick={onClose}>{t(groupWords.cancel)}</Button>
          <Button type="submit" variant="primary" icon={<RotateCcw aria-hidden />} loading={restore.busy}>
            {act}
          </Button>
        </>
      }
    >
      <p className="t-small">{[t(groupWords.restoreNote), ...leftTexts(preview.left)].join(' ')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also with the keyboard */}
      <section className={css.changes} aria-label={t(groupWords.changes)} tabIndex={0}>
        {preview.designs.map((story) => (
          <DesignPair key={story.story_id} {...story} named={preview.designs.length > 1} />
        ))}
        <ChangeRows changes={preview.changes} name={group.title} timeZone={timeZone} />
      </section>
    </Dialog>
  );
}

/** What a restore would do, with the button that does it; where it would do nothing, or is refused, that alone is said. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { refusal, changes } = props.asked.preview;
  return refusal || changes.length === 0 ? <NothingToRestore {...props} /> : <ConfirmRestore {...props} />;
}
