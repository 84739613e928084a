import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { moveFocus } from '../../kit/fields/arrow-keys.ts';
import { TextField } from '../../kit/fields/TextField.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import css from './BesidePicker.module.css';
import type { Beside } from './use-beside.ts';

const shownAtOnce = 50;
const longest = 100;

/** Chooses the group that stands beside this one, found by a part of its name. */
export function BesidePicker({ beside }: { beside: Beside }) {
  const { others, other, choose } = beside;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [find, setFind] = useState('');
  const list = useRef<HTMLDivElement>(null);
  if (others.length === 0) return null;
  const words = find.trim().toLocaleLowerCase();
  const found = others.filter(({ title }) => title.toLocaleLowerCase().includes(words)).slice(0, shownAtOnce);
  return (
    <span className={css.root}>
      <Button
        size="toolbar"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => {
          setFind('');
          setAnchor(event.currentTarget);
        }}
      >
        {other ? (
          <>
            {t(detailWords.compareWith)} <Cover name={other.title} src={other.icon} size={18} plain />
            <span className={`${css.name} truncate`}>{other.title}</span>
          </>
        ) : (
          t(detailWords.compareGroup)
        )}
      </Button>
      {other ? (
        <IconButton size="small" label={t(detailWords.stopComparing)} icon={<X />} onClick={() => choose(null)} />
      ) : null}
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(detailWords.compareGroup)} width={320}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the choices inside */}
        <div className={css.pop} ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
          <TextField
            label={t(detailWords.compareGroup)}
            hideLabel
            size="toolbar"
            type="search"
            placeholder={t(detailWords.compareGroup)}
            maxLength={longest}
            autoFocus
            autoComplete="off"
            icon={<Search aria-hidden />}
            value={find}
            onChange={setFind}
          />
          <ul className={css.options}>
            {found.map(({ id, title, icon, place }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={other?.id === id}
                  onClick={() => {
                    choose(id);
                    setAnchor(null);
                  }}
                >
                  <Cover name={title} src={icon} size={22} plain />
                  <span className="truncate">{title}</span>
                  <span className={`${css.place} truncate`}>{place}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 ? <p className="t-small">{t(detailWords.noGroupFound, { text: find.trim() })}</p> : null}
        </div>
      </Popover>
    </span>
  );
}
