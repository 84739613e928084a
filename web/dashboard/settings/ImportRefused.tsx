import type { BulkResult } from '#contracts/api/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { plural } from '../kit/format.ts';
import table from '../kit/Table.module.css';
import css from './AppParts.module.css';

/** Names the groups that could not be copied, and says why. */
export function ImportRefused(props: {
  refused: BulkResult['refused'];
  groups: readonly StoryGroupRow[];
  onClose: () => void;
}) {
  const { refused, groups, onClose } = props;
  const titleOf = (id: string | undefined) => groups.find((group) => group.id === id)?.title ?? 'A story group';
  return (
    <Dialog
      open
      size="small"
      title={`${plural(refused.length, 'story group')} could not be imported`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={css.refused}>
        {refused.map(({ id, message }) => (
          <li key={id} className={css.refusedOne}>
            <span className={table.name}>{titleOf(id)}</span>
            <span className="t-small">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
