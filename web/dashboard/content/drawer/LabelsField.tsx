import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type Ref, useEffect, useId, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { joined } from '../../group/history/history-words.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { LabelChip } from '../../kit/text/LabelChip.tsx';
import { contentWords } from '../../words/content.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { segmentsQuery } from '../story-group-queries.ts';
import { type GroupFields, labelError, takeLabels } from './group-fields.ts';
import css from './LabelsField.module.css';
import type { GroupEditing } from './use-group-form.ts';

/** Properties of the FormLabelsField. */
export interface FormLabelsFieldProps {
  form: GroupEditing;
  /** The app whose labels in use are offered. */
  appId: string;
}

/** Who sees a group by its labels, and by whether a list names its viewers, in words. */
export function labelSentence(rows: readonly (readonly string[])[], hasList: boolean): string {
  const filled = rows.filter((row) => row.length > 0);
  if (filled.length === 0) return t(contentWords.shownToEverybody, { hasList });
  const all = filled.map((row) => {
    const either = joined(groupWords.either, row);
    return row.length > 1 && filled.length > 1 ? `(${either})` : either;
  });
  return t(contentWords.shownToAll, { all: joined(groupWords.both, all), hasList });
}

interface RowProps {
  /** The id of the list of labels in use. */
  known: string;
  labels: readonly string[];
  number: number;
  autoFocus: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
  onChange: (labels: string[]) => void;
  refused: GroupEditing['refusedLabels'];
  /** What is typed for the next label. */
  draft: string;
  onDraft: (draft: string) => void;
  /** Null: there is nothing to remove. */
  onRemove: (() => void) | null;
}

function LabelRow(props: RowProps) {
  const { known: list, labels, number, autoFocus, ref, refused, draft, onDraft, onChange, onRemove } = props;
  const id = useId();
  const wrong = labelError(draft);
  useEffect(() => {
    if (!wrong) return;
    refused.set(number, () => document.getElementById(`${id}-label`)?.focus());
    return () => void refused.delete(number);
  }, [wrong, refused, number, id]);
  const type = (text: string) => {
    const next = takeLabels({ labels, draft: text });
    onDraft(next.draft);
    if (next.labels.length > labels.length) onChange([...next.labels]);
  };
  const add = () => {
    if (!wrong) type(`${draft},`);
  };
  return (
    <fieldset className={css.labelRow} aria-label={t(contentWords.labelsGroupNumber, { number })}>
      <div className={css.labelBoxes}>
        {labels.map((label) => (
          <span key={label} className={css.labelBox}>
            <LabelChip onRemove={() => onChange(labels.filter((one) => one !== label))}>{label}</LabelChip>
            <span>{t(contentWords.or)}</span>
          </span>
        ))}
        {labels.length < limits.labelsPerGroup ? (
          <input
            id={`${id}-label`}
            className={css.labelInput}
            ref={ref}
            // biome-ignore lint/a11y/noAutofocus: the row was asked for a moment ago
            autoFocus={autoFocus}
            list={list}
            value={draft}
            placeholder={t(contentWords.addLabel)}
            autoComplete="off"
            aria-label={t(contentWords.addLabelToGroup, { number })}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            onChange={(event) => type(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ',') {
                if (!event.metaKey && !event.ctrlKey) event.preventDefault();
                add();
              }
              if (event.key === 'Backspace' && draft === '' && labels.length > 0) onChange(labels.slice(0, -1));
            }}
          />
        ) : null}
        {wrong ? (
          <span id={`${id}-wrong`} role="alert" className={css.labelWrong}>
            {wrong}
          </span>
        ) : null}
      </div>
      {onRemove ? (
        <IconButton
          size="small"
          label={t(contentWords.removeGroupNumber, { number })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      ) : null}
    </fieldset>
  );
}

/** Labels as rows of boxes: a row is an OR, the rows are joined by AND, one sentence says it in words. */
export function FormLabelsField({ form, appId }: FormLabelsFieldProps) {
  const id = useId();
  const field = useFormField<GroupFields, GroupFields, string[][]>({ control: form.control, name: 'segments' });
  const { value: rows, onChange, error } = field;
  const inUse = useQuery(segmentsQuery(appId));
  const [asked, setAsked] = useState(false);
  const shown = rows.length === 0 ? [[]] : rows;
  const put = (at: number, labels: string[]) => onChange(shown.map((row, index) => (index === at ? labels : row)));
  const putDraft = (at: number, draft: string) =>
    form.setLabelDrafts((drafts) => shown.map((_, index) => (index === at ? draft : (drafts[index] ?? ''))));
  const remove = (at: number) => {
    onChange(shown.filter((_, index) => index !== at));
    form.setLabelDrafts((drafts) => drafts.filter((_, index) => index !== at));
  };
  return (
    <Field id={id} group optional label={t(contentWords.labels)} error={error}>
      <div className={css.labels} data-wrong={error ? true : undefined}>
        {shown.map((labels, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and keep their places
          <div key={at} className={css.labelPart}>
            {at > 0 ? <span className={css.labelAnd}>{t(contentWords.and)}</span> : null}
            <LabelRow
              known={`${id}-known`}
              labels={labels}
              number={at + 1}
              refused={form.refusedLabels}
              draft={form.labelDrafts[at] ?? ''}
              onDraft={(draft) => putDraft(at, draft)}
              ref={at === 0 ? field.ref : undefined}
              autoFocus={asked && at === shown.length - 1}
              onChange={(next) => put(at, next)}
              onRemove={rows.length > 1 || labels.length > 0 ? () => remove(at) : null}
            />
          </div>
        ))}
        <datalist id={`${id}-known`}>
          {inUse.data?.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className={css.labelsFoot}>
          <Button
            variant="link"
            size="small"
            icon={<Plus aria-hidden />}
            disabled={shown.length >= limits.labelGroups || shown.some((row) => row.length === 0)}
            onClick={() => {
              setAsked(true);
              onChange([...shown, []]);
            }}
          >
            {t(contentWords.addAndGroup)}
          </Button>
          <span className="t-small" aria-live="polite">
            {labelSentence(rows, form.fields.viewer_list !== null)}
          </span>
        </div>
      </div>
    </Field>
  );
}
