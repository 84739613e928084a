import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../kit/fields/TextField.tsx';
import { Key } from '../kit/text/Key.tsx';
import { adminWords } from '../words/admin.en.ts';
import { t } from '../words/t.ts';
import css from './AdminShell.module.css';
import { listAddress } from './list/list-address.ts';

/** Finds accounts by their name or their owner from everywhere in the admin area; the key / leads here. */
export function FindBox() {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || target.closest('input, textarea, [role="dialog"]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (!q) return;
    setText('');
    navigate(listAddress('/admin/accounts', { q }));
  };
  return (
    <search>
      <form className={css.find} onSubmit={find}>
        <TextField
          label={t(adminWords.findAccount)}
          hideLabel
          size="toolbar"
          type="search"
          placeholder={t(adminWords.findAccount)}
          autoComplete="off"
          maxLength={200}
          icon={<Search aria-hidden />}
          end={<Key>/</Key>}
          value={text}
          onChange={setText}
          ref={field}
        />
      </form>
    </search>
  );
}
