import { ListChecks } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './ChecklistButton.module.css';

/** Properties of a ChecklistButton: how many rows must be fixed, and whether the list is open. */
export interface ChecklistButtonProps {
  errors: number;
  on: boolean;
  /** The button that opens the list. */
  opener: Ref<HTMLButtonElement>;
  onToggle: () => void;
}

/** Opens the checklist; while that is open it stands where the button that publishes was, and closes it. */
export function ChecklistButton({ errors, on, opener, onToggle }: ChecklistButtonProps) {
  if (!on) return <IconButton ref={opener} label={t(checklistWords.short)} icon={<ListChecks />} onClick={onToggle} />;
  return (
    <Button icon={<ListChecks aria-hidden />} aria-pressed onClick={onToggle}>
      {t(checklistWords.short)}
      {errors > 0 ? <span className={`${css.count} num`}>{t(checklistWords.toFix, { count: errors })}</span> : null}
    </Button>
  );
}
