import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fieldName, joined, shownValue } from '../../group/history/history-words.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Radio } from '../../kit/fields/Radio.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { relativeTime } from '../../kit/text/format.ts';
import { contentWords } from '../../words/content.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './ConflictNote.module.css';
import type { FieldName, GroupFields } from './group-fields.ts';
import type { Side } from './group-merge.ts';
import type { Conflict } from './use-conflict.ts';

/** Properties of the ConflictNote. */
export interface ConflictNoteProps {
  conflict: Conflict;
  mine: GroupFields;
  timeZone: string;
  saving: boolean;
  onChoose: (field: FieldName, side: Side) => void;
  onMerge: () => void;
  onOverwrite: () => void;
}

const asInHistory = (field: FieldName) => (field === 'segments' ? 'labels' : field);

function Shown({ field, fields, zone }: { field: FieldName; fields: GroupFields; zone: string }) {
  if (field === 'icon' || field === 'dark_icon') {
    const cover = fields[field];
    return cover.kind === 'none' ? t(contentWords.empty) : <Cover name={fields.title} src={cover.url} size={32} />;
  }
  const value = field === 'viewer_list' ? (fields.viewer_list?.name ?? null) : fields[field];
  // A date that cannot be read has no moment to show.
  const shown = shownValue(asInHistory(field), Number.isNaN(value) ? null : value, zone);
  if (shown.kind === 'text') return shown.text;
  return shown.kind === 'list' ? joined(groupWords.both, shown.items) : t(contentWords.empty);
}

function Who({ conflict, zone }: { conflict: Conflict; zone: string }) {
  if (conflict.changes.length === 0) return <p>{t(contentWords.conflictTitle)}</p>;
  return (
    <ul>
      {conflict.changes.map(({ version, actor, ts, changes }) => (
        <li key={version}>
          {t(contentWords.conflictFields, {
            b: (parts) => <strong>{parts}</strong>,
            name: actor.name,
            fields: changes.map(({ field }) => fieldName(field)).join(', '),
          })}
          <span className={`t-caption ${css.when}`}>{relativeTime(ts, zone)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Who changed the group meanwhile and what; field by field mine or theirs, then one save of both, or all of mine. */
export function ConflictNote(props: ConflictNoteProps) {
  const { conflict, mine, timeZone, saving, onChoose, onMerge, onOverwrite } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={css.root} role="alert" aria-label={t(contentWords.conflictHeading)} tabIndex={-1}>
      <CircleAlert size={16} aria-hidden />
      <div className={css.body}>
        <Who conflict={conflict} zone={timeZone} />
        <p>{t(contentWords.conflictDraftKept)}</p>
        {conflict.clashes.map(({ field }) => {
          const name = fieldName(asInHistory(field));
          const side = conflict.choices[field];
          return (
            <fieldset key={field} className={css.field}>
              <legend>{name}</legend>
              {(['mine', 'theirs'] as const).map((one) => (
                <Radio
                  key={one}
                  name={`conflict-${field}`}
                  value={one}
                  checked={side === one}
                  onChange={() => onChoose(field, one)}
                  label={
                    <span className={css.value}>
                      <span>{one === 'mine' ? t(contentWords.conflictMine) : t(contentWords.conflictTheirs)}</span>
                      <Shown field={field} fields={one === 'mine' ? mine : conflict.theirs} zone={timeZone} />
                    </span>
                  }
                />
              ))}
            </fieldset>
          );
        })}
        <div className={css.acts}>
          <Button size="small" loading={saving} onClick={onMerge}>
            {t(contentWords.mergeAndSave)}
          </Button>
          <Button size="small" variant="danger-outline" disabled={saving} onClick={onOverwrite}>
            {t(contentWords.overwriteWithMine)}
          </Button>
        </div>
      </div>
    </section>
  );
}
