import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './RefusedDialog.module.css';
import type { RefusedGroup } from './use-bulk.ts';

/** Names the groups that a bulk act could not change, each with its reason. */
export function RefusedDialog({ groups, onClose }: { groups: RefusedGroup[] | null; onClose: () => void }) {
  return (
    <Dialog
      open={groups !== null}
      title={t(contentWords.changeRefused, { count: groups?.length ?? 0 })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(contentWords.close)}</Button>}
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
