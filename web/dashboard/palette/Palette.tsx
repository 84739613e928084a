import { Search } from 'lucide-react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { Key } from '../kit/text/Key.tsx';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import { useOpenPalette } from './open-palette.ts';
import css from './Palette.module.css';

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx').then((found) => ({ default: found.PaletteDialog })));

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether '/' belongs to the search field of the page itself. */
const hasOwnSearch = () => document.querySelector('#main input[type="search"]') !== null;

const opens = (event: KeyboardEvent): boolean => {
  if (event.key.toLowerCase() === 'k') return (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && !hasOwnSearch() && !document.querySelector('[aria-modal="true"]');
};

/** The search in the top bar; Ctrl-K (on Apple ⌘K) opens it anywhere, '/' where a page has no search of its own. */
export function Palette() {
  const [open, setOpen] = useState(false);
  useOpenPalette(useCallback(() => setOpen(true), []));
  const onFailed = usePartFailed(() => setOpen(false));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opens(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={css.root} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Search size={16} aria-hidden />
        <span className={css.text}>{t(paletteWords.searchPlaceholder)}</span>
        <Key aria-hidden>{isApple ? t(paletteWords.appleShortcut) : t(paletteWords.otherShortcut)}</Key>
      </button>
      {open ? (
        <LazyPart onFailed={onFailed}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  );
}
