import { useState } from 'react';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { Checkbox } from '../../dashboard/kit/fields/Checkbox.tsx';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { publishWords } from '../../dashboard/words/publish.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './PublishDialog.module.css';
import { chosenAtFirst, isListed, type PublishChoice } from './publish-choice.ts';

/** Properties of a PublishDialog; `approval`: the stories wait for an owner. */
export interface PublishDialogProps {
  choices: readonly PublishChoice[];
  /** The story that is open: it is the first one that is chosen. */
  openId: string;
  approval: boolean;
  busy: boolean;
  onPublish: (ids: readonly string[], status: 1 | 2) => void;
  onClose: () => void;
}

/** What is chosen by: a draft that became outdated meanwhile is to be chosen anew. */
const keyOf = ({ id, outdated }: PublishChoice): string => (outdated ? `${id}:outdated` : id);

const noteOf = ({ errors, outdated, changes }: PublishChoice): string => {
  if (errors > 0) return t(publishWords.toFix, { count: errors });
  if (outdated) return t(publishWords.outdated);
  return changes === null ? t(publishWords.new) : t(publishWords.changed, { count: changes });
};

/** Asks which drafts are published, and whether new stories are shown at once. */
export function PublishDialog({ choices, openId, approval, busy, onPublish, onClose }: PublishDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(chosenAtFirst(choices, openId)));
  const [status, setStatus] = useState<'1' | '2'>(approval ? '2' : '1');
  const wanted = choices.filter((one) => chosen.has(keyOf(one)));
  const faults = wanted.reduce((sum, { errors }) => sum + errors, 0);
  const count = wanted.length;
  const added = wanted.filter(({ changes }) => changes === null).length;
  const toggle = (key: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  const most = draftLimits.publishedAtOnce;
  const blocked = () => {
    if (count === 0) return t(publishWords.noneChosen);
    if (count > most) return t(publishWords.most, { most });
    return faults > 0 ? t(publishWords.fixFirst, { count: faults }) : undefined;
  };
  return (
    <Dialog
      open
      size="small"
      title={t(approval ? publishWords.titleApproval : publishWords.title, { count: Math.max(1, count) })}
      onClose={onClose}
      onSubmit={() => {
        if (!blocked())
          onPublish(
            wanted.map(({ id }) => id),
            status === '1' ? 1 : 2,
          );
      }}
      footer={
        <>
          <Button onClick={onClose}>{t(publishWords.cancel)}</Button>
          <Button type="submit" variant="primary" loading={busy} disabledReason={blocked()}>
            {t(approval ? publishWords.save : publishWords.publish)}
          </Button>
        </>
      }
    >
      <p className="t-body">
        {t(approval ? publishWords.textApproval : publishWords.text, { count: Math.max(1, count) })}
      </p>
      {isListed(choices, openId) ? (
        <fieldset className={css.list}>
          <legend className="t-caption">{t(publishWords.which)}</legend>
          {choices.map((one) => (
            <div key={one.id} className={css.row}>
              <Checkbox
                label={`${one.place}. ${one.title || t(studioWords.untitled)}`}
                checked={chosen.has(keyOf(one))}
                onChange={(on) => toggle(keyOf(one), on)}
              />
              <span className={css.note} data-faulty={one.errors > 0 || undefined}>
                {noteOf(one)}
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
