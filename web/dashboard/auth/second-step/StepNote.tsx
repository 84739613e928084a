import { CircleAlert } from 'lucide-react';
import css from './StepNote.module.css';

/** Why something could not be sent, where that is the fault of no field. */
export function StepNote({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className={css.note} role="alert">
      <CircleAlert size={16} aria-hidden />
      {text}
    </p>
  );
}
