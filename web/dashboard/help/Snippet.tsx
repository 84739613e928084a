import { CopyButton } from '../kit/buttons/CopyButton.tsx';
import css from './Snippet.module.css';

/** Lines of code with the button that copies them; `copy` says what is copied. */
export function Snippet({ text, copy }: { text: string; copy: string }) {
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label={copy} />
    </div>
  );
}
