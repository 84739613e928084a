import Modal from '@mui/material/Modal';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/buttons/Button.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import modal from '../kit/overlays/Modal.module.css';
import { Key } from '../kit/text/Key.tsx';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import css from './PaletteDialog.module.css';
import { PlaceRow } from './PlaceRow.tsx';
import { inKinds, type PaletteEntry, pagesFor, paletteEntryOf } from './places.ts';
import { useRecent } from './recent.ts';
import { usePages } from './use-pages.ts';
import { useSearch } from './use-search.ts';

interface Section {
  name: string;
  places: PaletteEntry[];
}

/** What the palette lists for a text: without one the recent places and the pages, else what fits. */
const useSections = (text: string) => {
  const pages = usePages();
  const { hits, waiting, failed, retry } = useSearch(text);
  const [recent] = useRecent();
  const sections = useMemo<Section[]>(() => {
    const found = pagesFor(pages, text);
    if (text.trim() !== '') return inKinds([...hits.map(paletteEntryOf), ...found]);
    const known = new Set(recent.map((one) => one.key));
    return [
      ...(recent.length > 0 ? [{ name: t(paletteWords.recent), places: recent }] : []),
      { name: t(paletteWords.pages), places: found.filter((one) => !known.has(one.key)) },
    ];
  }, [pages, text, hits, recent]);
  return { sections, waiting, failed, retry };
};

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** Finds apps, instances, groups, stories and pages by name: arrows choose, Enter opens, Escape closes. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [, remember] = useRecent();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { sections, waiting, failed, retry } = useSections(text);
  const places = sections.flatMap((one) => one.places);
  const chosen = Math.min(at, Math.max(0, places.length - 1));
  const option = (index: number) => `${id}-${index}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const open = (place: PaletteEntry | undefined) => {
    if (!place) return;
    remember(place);
    onClose();
    navigate(place.address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && places.length > 0) {
      event.preventDefault();
      setAt(step(chosen, places.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(places[chosen]);
    }
  };

  const said = waiting ? t(paletteWords.searching) : t(paletteWords.resultCount, { count: places.length });
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
            aria-expanded={places.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={places.length > 0 ? option(chosen) : undefined}
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
          {sections.map(({ name, places: rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
            <div key={name} role="group" aria-label={name}>
              <p className={css.head} aria-hidden>
                {name}
              </p>
              {rows.map((place) => {
                index += 1;
                const own = index;
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen option
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                  <div
                    key={place.key}
                    id={option(own)}
                    role="option"
                    className={css.option}
                    aria-selected={own === chosen}
                    onMouseMove={() => setAt(own)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => open(place)}
                  >
                    <PlaceRow place={place} />
                  </div>
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
        {places.length === 0 && !waiting && !failed ? (
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
