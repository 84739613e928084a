import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Key } from '../text/Key.tsx';
import { TextField } from './TextField.tsx';

const settle = 200;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Properties of a FindField; its label is its placeholder, too. */
export interface FindFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
}

/**
 * What is typed, which is ahead of a value that an address holds: it comes back when the page is drawn anew, and a field
 * that showed it would lose letters. What comes back and was told from here changes nothing.
 */
function useTyped(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const told = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    const at = told.current.lastIndexOf(value);
    told.current = at < 0 ? [] : told.current.slice(at + 1);
    if (at >= 0) return;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (find: string) => {
    if (find === (told.current.at(-1) ?? latest.current.value)) return;
    told.current.push(find);
    latest.current.onChange(find);
  };
  const write = (typed: string, after = settle) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(tell, after, typed.trim());
  };
  return { text, write };
}

/** A search of what the page lists: '/' leads to it, Escape empties it. It tells its trimmed value once typing pauses. */
export function FindField({ label, value, onChange, maxLength }: FindFieldProps) {
  const { text, write } = useTyped(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <TextField
      ref={input}
      type="search"
      label={label}
      hideLabel
      size="toolbar"
      placeholder={label}
      autoComplete="off"
      maxLength={maxLength}
      icon={<Search aria-hidden />}
      end={<Key aria-hidden>/</Key>}
      value={text}
      onChange={(typed) => write(typed)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !text) return;
        event.stopPropagation();
        write('', 0);
      }}
    />
  );
}
