import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { type SchemaForm, useSchemaForm } from '../../kit/forms/schema-form.ts';
import type { KeptList } from '../use-kept-lists.ts';
import {
  type ChosenList,
  changedGroupFields,
  type FieldName,
  fieldsOf,
  type GroupErrors,
  type GroupFields,
} from './group-fields.ts';
import { groupResolver } from './group-rules.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** What the changes of a form are measured against: a group as it was read, or none, and its fields. */
export interface GroupBase {
  row: StoryGroupRow | null;
  before: GroupFields;
}

/** A list of viewers that was sent in the drawer. */
export interface SentList {
  list: KeptList;
  keep: boolean;
}

/** The drawer's form, what is typed in it and what is wrong with it. */
export interface GroupEditing extends SchemaForm<GroupFields> {
  base: GroupBase;
  fields: GroupFields;
  errors: GroupErrors;
  /** Whether anything was changed, a label is typed that is not taken yet, or a file is chosen that is not the group's. */
  dirty: boolean;
  /** What takes the focus to a label that is typed and refused, by the number of its row: nothing is saved without it. */
  refusedLabels: Map<number, () => void>;
  /** What is typed in each row of labels and not taken as one yet. */
  labelDrafts: readonly string[];
  setLabelDrafts: Dispatch<SetStateAction<readonly string[]>>;
  /** The file that was chosen for the viewer list and is not in the fields: nothing is saved beside it. */
  chosenList: ChosenList | null;
  chooseList: (chosen: ChosenList | null) => void;
  /** The list that was sent here, and whether the account keeps it for other groups once this one is saved. */
  sentList: SentList | null;
  sendList: (sent: SentList) => void;
  /** Marks a field by itself, or takes its mark away. */
  mark: (name: FieldName, message: string | undefined) => void;
  /** Goes on from what somebody else saved, with these fields typed; what is sent in the same turn is judged by it, too. */
  rebase: (base: GroupBase, typed: GroupFields) => void;
}

/** Holds what is typed in the drawer of a group, and what it was read from. */
export function useGroupForm(shown: StoryGroupRow | null, timeZone: string): GroupEditing {
  // What was read when the drawer opened stays the base of the changes, whatever the list learns meanwhile.
  const [base, setBase] = useState<GroupBase>(() => ({ row: shown, before: fieldsOf(shown, nowSeconds()) }));
  const judged = useRef(base);
  const [refusedLabels] = useState(() => new Map<number, () => void>());
  const [labelDrafts, setLabelDrafts] = useState<readonly string[]>([]);
  const [chosenList, setChosenList] = useState<ChosenList | null>(null);
  const judgedList = useRef(chosenList);
  const [sentList, sendList] = useState<SentList | null>(null);
  const form = useSchemaForm<GroupFields>({
    start: base.before,
    rules: (...asked) =>
      groupResolver(judged.current.before, { timeZone, now: nowSeconds() }, judgedList.current)(...asked),
  });
  const mark = (name: FieldName, message: string | undefined) =>
    message ? form.setError(name, { type: 'own', message }) : form.clearErrors(name);
  const fields = form.watch();
  const errors: GroupErrors = {};
  for (const name of Object.keys(fields) as FieldName[]) {
    const message = form.formState.errors[name]?.message;
    if (message) errors[name] = message;
  }
  return {
    ...form,
    base,
    fields,
    errors,
    dirty:
      chosenList !== null ||
      labelDrafts.some((draft) => draft.trim() !== '') ||
      changedGroupFields(fields, base.before).length > 0,
    refusedLabels,
    labelDrafts,
    setLabelDrafts,
    chosenList,
    chooseList: (chosen) => {
      judgedList.current = chosen;
      setChosenList(chosen);
      mark('viewer_list', chosen?.refusal ?? undefined);
    },
    sentList,
    sendList,
    mark,
    rebase: (next, typed) => {
      judged.current = next;
      setBase(next);
      for (const name of Object.keys(typed) as FieldName[]) form.setValue(name, typed[name]);
    },
  };
}

/** Calls `save` on Ctrl or Cmd and Enter, unless a question stands open. */
export function useSaveKey(save: () => void, asking: boolean) {
  const later = useRef(save);
  later.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || asking) return;
      event.preventDefault();
      // A date or label that is being typed is read on the same key, so its value has to arrive first.
      setTimeout(() => later.current());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [asking]);
}
