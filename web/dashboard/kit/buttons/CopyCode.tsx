import { CopyButton } from './CopyButton.tsx';
import css from './CopyCode.module.css';

/** An id or a code on one line, with a button that copies it; `label` names the button. */
export function CopyCode({ text, label }: { text: string; label: string }) {
  return (
    <span className={css.root}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
