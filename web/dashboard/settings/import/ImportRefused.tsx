import type { BulkResult } from '#contracts/api/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import table from '../../kit/table/Table.module.css';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from '../apps/AppParts.module.css';
import { useFirstRows } from './use-first-rows.tsx';

/** Names the groups that could not be copied, and says why. */
export function ImportRefused(props: {
  refused: BulkResult['refused'];
  groups: readonly StoryGroupRow[];
  onClose: () => void;
}) {
  const { refused, groups, onClose } = props;
  const { first, more } = useFirstRows(refused);
  const titleOf = (id: string | undefined) =>
    groups.find((group) => group.id === id)?.title ?? t(settingsWords.unnamedGroup);
  return (
    <Dialog
      open
      size="small"
      title={t(settingsWords.importRefused, { count: refused.length })}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(settingsWords.close)}
        </Button>
      }
    >
      <ul className={css.refused}>
        {first.map(({ id, message }) => (
          <li key={id} className={css.refusedOne}>
            <span className={table.name}>{titleOf(id)}</span>
            <span className="t-small">{message}</span>
          </li>
        ))}
      </ul>
      {more}
    </Dialog>
  );
}
