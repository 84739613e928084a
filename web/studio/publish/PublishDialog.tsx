import { useState } from 'react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { Checkbox } from '../../dashboard/kit/fields/Checkbox.tsx';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { publishWords } from '../../dashboard/words/publish.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './PublishDialog.module.css';

/** A draft that can be published: how many fields differ from what is live (null: a new story), and what must be fixed. */
export interface PublishChoice {
  id: string;
  place: number;
  title: string;
  changes: number | null;
  errors: number;
}

/** Properties of a PublishDialog; `approval`: the stories wait for an owner. */
export interface PublishDialogProps {
  choices: readonly PublishChoice[];
  /** The story that is open: it is chosen at first, as are all others without a fault. */
  openId: string;
  approval: boolean;
  busy: boolean;
  onPublish: (ids: readonly string[], status: 1 | 2) => void;
  onClose: () => void;
}

/** Asks which drafts are published, and whether new stories are shown at once. */
export function PublishDialog({ choices, openId, approval, busy, onPublish, onClose }: PublishDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(choices.filter(({ id, errors }) => id === openId || errors === 0).map(({ id }) => id)),
  );
  const [status, setStatus] = useState<'1' | '2'>(approval ? '2' : '1');
  const wanted = choices.filter(({ id }) => chosen.has(id));
  const faults = wanted.reduce((sum, { errors }) => sum + errors, 0);
  const count = wanted.length;
  const added = wanted.filter(({ changes }) => changes === null).length;
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const blocked =
    count === 0 ? t(publishWords.nothing) : faults > 0 ? t(publishWords.fixFirst, { count: faults }) : undefined;
  return (
    <Dialog
      open
      size="small"
      title={t(approval ? publishWords.titleApproval : publishWords.title, { count: Math.max(1, count) })}
      onClose={onClose}
      onSubmit={() => {
        if (!blocked)
          onPublish(
            wanted.map(({ id }) => id),
            status === '1' ? 1 : 2,
          );
      }}
      footer={
        <>
          <Button onClick={onClose}>{t(publishWords.cancel)}</Button>
          <Button type="submit" variant="primary" loading={busy} disabledReason={blocked}>
            {t(approval ? publishWords.save : publishWords.publish)}
          </Button>
        </>
      }
    >
      <p className="t-body">
        {t(approval ? publishWords.textApproval : publishWords.text, { count: Math.max(1, count) })}
      </p>
      {choices.length > 1 ? (
        <fieldset className={css.list}>
          <legend className="t-caption">{t(publishWords.which)}</legend>
          {choices.map(({ id, place, title, changes, errors }) => (
            <div key={id} className={css.row}>
              <Checkbox
                label={`${place}. ${title || t(studioWords.untitled)}`}
                checked={chosen.has(id)}
                onChange={(on) => toggle(id, on)}
              />
              <span className={css.note} data-faulty={errors > 0 || undefined}>
                {errors > 0
                  ? t(publishWords.toFix, { count: errors })
                  : changes === null
                    ? t(publishWords.new)
                    : t(publishWords.changed, { count: changes })}
              </span>
            </div>
          ))}
        </fieldset>
      ) : null}
      {!approval && added > 0 ? (
        <div className={css.status}>
          <span className="t-caption">{t(publishWords.status, { count: added })}</span>
          <SegmentedControl
            label={t(publishWords.status, { count: added })}
            value={status}
            options={[
              { value: '1', label: t(publishWords.active) },
              { value: '2', label: t(publishWords.inactive) },
            ]}
            onChange={setStatus}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
