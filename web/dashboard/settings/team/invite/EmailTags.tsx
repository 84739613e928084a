import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { describedBy, Field } from '../../../kit/fields/Field.tsx';
import input from '../../../kit/fields/Input.module.css';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import css from './EmailTags.module.css';

/** Properties of EmailTags; `typed` is what is no tag yet, `wrong` says of which tags something is told in `error`. */
export interface EmailTagsProps {
  tags: readonly string[];
  typed: string;
  wrong: (tag: string) => boolean;
  error: string | undefined;
  onTyped: (text: string) => void;
  /** Makes tags of a text. */
  onAdd: (text: string) => void;
  onRemove: (tag: string) => void;
  /** Enter where nothing is typed. */
  onEmptyEnter: () => void;
  ref: Ref<HTMLInputElement>;
}

const separator = /[\s,;]/;

/** Email addresses as tags: typed one after the other, or pasted all at once. */
export function EmailTags(props: EmailTagsProps) {
  const { tags, typed, wrong, error, onTyped, onAdd, onRemove, onEmptyEnter, ref } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const focusInput = () => box.current?.querySelector<HTMLInputElement>('input')?.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || separator.test(event.key)) {
      event.preventDefault();
      if (typed.trim()) onAdd(typed);
      else if (event.key === 'Enter') onEmptyEnter();
    } else if (event.key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last === undefined) return;
      event.preventDefault();
      onRemove(last);
      onTyped(last);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;<]/.test(text.trim())) return;
    event.preventDefault();
    onAdd(`${typed} ${text}`);
  };
  return (
    <Field
      id={id}
      label={t(teamWords.emailAddresses)}
      error={error}
      hint={t(teamWords.addressHint)}
      end={t(teamWords.addressCount, { count: tags.length, most: limits.invitesAtOnce })}
      endTone={tags.length > limits.invitesAtOnce ? 'over' : undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing beside the input is pressing the input */}
      <div
        ref={box}
        className={`${input.root} ${css.root}`}
        data-kit="input"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          focusInput();
        }}
      >
        {tags.length > 0 ? (
          <ul className={css.tags} aria-label={t(teamWords.emailAddresses)}>
            {tags.map((tag) => (
              <li key={tag} className={css.tag} data-wrong={wrong(tag) || undefined}>
                <span className="truncate" title={tag}>
                  {tag}
                </span>
                <button
                  type="button"
                  aria-label={t(teamWords.removeAddress, { address: tag })}
                  onClick={() => {
                    onRemove(tag);
                    focusInput();
                  }}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <input
          id={id}
          ref={ref}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: whoever opens the dialog writes addresses first
          autoFocus
          maxLength={limits.email}
          value={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, true)}
          onChange={({ target: { value } }) => {
            // Keyboards on phones do not tell their keys.
            if (separator.test(value)) onAdd(value);
            else onTyped(value);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (typed.trim()) onAdd(typed);
          }}
        />
      </div>
    </Field>
  );
}
