import { useEffect, useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { useFirstWrong } from '../kit/use-first-wrong.ts';
import { changedGroupFields, type FieldName, fieldsOf, type GroupErrors, type GroupFields } from './group-fields.ts';

/** What is typed in the drawer, what it was read from, and what is wrong with it. */
export function useGroupForm(shown: StoryGroupRow | null) {
  // What was read when the drawer opened stays the base of the changes, whatever the list learns meanwhile.
  const [row, setRow] = useState(shown);
  const [before, setBefore] = useState(() => fieldsOf(shown, Math.floor(Date.now() / 1000)));
  const [fields, setFields] = useState(before);
  const [errors, setErrors] = useState<GroupErrors>({});
  const { body, toFirst } = useFirstWrong(errors);

  const setError = (name: FieldName, message: string | undefined) =>
    setErrors(({ [name]: _, ...rest }) => (message ? { ...rest, [name]: message } : rest));
  const edit = (change: Partial<GroupFields> | ((old: GroupFields) => Partial<GroupFields>)) => {
    setFields((old) => ({ ...old, ...(typeof change === 'function' ? change(old) : change) }));
    if (typeof change === 'function') return;
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in change))));
  };
  const show = (next: GroupErrors) => {
    toFirst();
    setErrors(next);
  };

  return {
    row,
    before,
    fields,
    errors,
    body,
    edit,
    setError,
    show,
    dirty: changedGroupFields(fields, before).length > 0,
    /** Goes on from what somebody else saved, with these fields typed. */
    rebase(fresh: StoryGroupRow, theirs: GroupFields, typed: GroupFields) {
      setRow(fresh);
      setBefore(theirs);
      setFields(typed);
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
