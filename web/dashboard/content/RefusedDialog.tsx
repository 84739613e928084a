import { Button } from '../kit/Button.tsx';
import { Cover } from '../kit/Cover.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { plural } from '../kit/format.ts';
import css from './RefusedDialog.module.css';
import type { RefusedGroup } from './use-bulk.ts';

/** Names the groups that a bulk act could not change, each with its reason. */
export function RefusedDialog({ groups, onClose }: { groups: RefusedGroup[] | null; onClose: () => void }) {
  return (
    <Dialog
      open={groups !== null}
      title={`${plural(groups?.length ?? 0, 'story group')} could not be changed`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className={css.root}>
        {groups?.map((group) => (
          <li key={group.id}>
            <Cover name={group.title} src={group.icon} size={32} state="inactive" />
            <div>
              <div className={`${css.name} truncate`}>{group.title}</div>
              <div className="t-small">{group.reason}</div>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
