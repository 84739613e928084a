import Modal from '@mui/material/Modal';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import modal from '../kit/overlays/Modal.module.css';
import { Key } from '../kit/text/Key.tsx';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { AskLive } from './acts.ts';
import css from './PaletteDialog.module.css';
import { PaletteOption } from './PaletteOption.tsx';
import { useSections } from './use-sections.ts';

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** Finds apps, instances, groups, stories, pages and acts by name: arrows choose, Enter opens or does, Escape closes. */
export function PaletteDialog({ onClose, onAskLive }: { onClose: () => void; onAskLive: AskLive }) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { sections, waiting, failed, retry } = useSections(text);
  const count = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  const chosen = Math.min(at, Math.max(0, count - 1));
  const option = (index: number) => `${id}-${index}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setAt(step(chosen, count));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    }
  };

  const said = waiting ? t(paletteWords.searching) : t(paletteWords.resultCount, { count });
  let index = -1;
  return (
    <Modal open onClose={onClose} slotProps={{ backdrop: { className: modal.backdrop } }}>
      <div className={css.root} role="dialog" aria-modal aria-label={t(paletteWords.search)}>
        <div className={css.field}>
          <Search size={18} aria-hidden />
          <input
            // biome-ignore lint/a11y/noAutofocus: opening the palette is asking to type
            autoFocus
            role="combobox"
            aria-label={t(paletteWords.searchLabel)}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={count > 0 ? option(chosen) : undefined}
            placeholder={t(paletteWords.searchPlaceholder)}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Key aria-hidden>{t(paletteWords.esc)}</Key>
          <span className={css.close}>
            <IconButton label={t(paletteWords.close)} icon={<X />} onClick={onClose} noTooltip />
          </span>
        </div>
        <div ref={list} id={`${id}-list`} className={css.list} role="listbox" aria-label={t(paletteWords.results)}>
          {sections.map(({ name, lines }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
            <div key={name} role="group" aria-label={name}>
              <p className={css.head} aria-hidden>
                {name}
              </p>
              {lines.map((line) => {
                index += 1;
                const own = index;
                return (
                  <PaletteOption
                    key={line.key}
                    id={option(own)}
                    line={line}
                    chosen={own === chosen}
                    onPoint={() => setAt(own)}
                    onClose={onClose}
                    onAskLive={onAskLive}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {failed ? (
          <div className={css.none} role="alert">
            <p>{t(paletteWords.searchDidNotAnswer)}</p>
            <Button size="small" onClick={retry}>
              {t(paletteWords.tryAgain)}
            </Button>
          </div>
        ) : null}
        {count === 0 && !waiting && !failed ? (
          <p className={css.none}>{t(paletteWords.noMatch, { text: text.trim() })}</p>
        ) : null}
        <p className="visually-hidden" role="status">
          {said}
        </p>
        <p className={`${css.foot} t-caption`} aria-hidden>
          <Key>↑</Key>
          <Key>↓</Key> {t(paletteWords.choose)} <Key>↵</Key> {t(paletteWords.open)}
        </p>
      </div>
    </Modal>
  );
}
