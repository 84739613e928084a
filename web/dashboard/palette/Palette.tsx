import { Search } from 'lucide-react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { Key } from '../kit/text/Key.tsx';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { AskLive } from './acts.ts';
import { useOpenPalette } from './open-palette.ts';
import { useOpenShortcuts } from './open-shortcuts.ts';
import css from './Palette.module.css';

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx').then((found) => ({ default: found.PaletteDialog })));

const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((found) => ({ default: found.ShortcutsDialog })),
);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether '/' belongs to the search field of the page itself. */
const hasOwnSearch = () => document.querySelector('#main input[type="search"]') !== null;

const ConfirmLive = lazy(() => import('../content/ConfirmLive.tsx').then((found) => ({ default: found.ConfirmLive })));

type Part = 'search' | 'shortcuts';

/** What a key opens; null for one that means something else, or nothing. */
const opens = (event: KeyboardEvent): Part | null => {
  if (event.key.toLowerCase() === 'k')
    return (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey ? 'search' : null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return null;
  if (event.key === '?') return 'shortcuts';
  return event.key === '/' && !hasOwnSearch() ? 'search' : null;
};

/**
 * The search in the top bar; Ctrl-K (on Apple ⌘K) opens it anywhere, '/' where a page has no search of its own. '?' opens
 * the list of shortcuts.
 */
export function Palette() {
  const [open, setOpen] = useState<Part | null>(null);
  // It outlives the search, which closes before an act that it asks about.
  const [toLive, setToLive] = useState<Parameters<AskLive> | null>(null);
  const close = (part: Part) => setOpen((now) => (now === part ? null : now));
  useOpenPalette(useCallback(() => setOpen('search'), []));
  useOpenShortcuts(useCallback(() => setOpen('shortcuts'), []));
  const onFailed = usePartFailed(() => {
    setOpen(null);
    setToLive(null);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const part = opens(event);
      if (!part) return;
      event.preventDefault();
      // What is on its way, such as the search, is not replaced by the list of shortcuts.
      setOpen((now) => (part === 'shortcuts' ? (now ?? part) : part));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={css.root} aria-haspopup="dialog" onClick={() => setOpen('search')}>
        <Search size={16} aria-hidden />
        <span className={css.text}>{t(paletteWords.searchPlaceholder)}</span>
        <Key aria-hidden>{isApple ? t(paletteWords.appleShortcut) : t(paletteWords.otherShortcut)}</Key>
      </button>
      {open === 'search' ? (
        <LazyPart onFailed={onFailed}>
          <PaletteDialog onClose={() => close('search')} onAskLive={(...asked) => setToLive(asked)} />
        </LazyPart>
      ) : null}
      {toLive ? (
        <LazyPart onFailed={onFailed}>
          <ConfirmLive titles={[toLive[0]]} onClose={() => setToLive(null)} onConfirm={toLive[1]} />
        </LazyPart>
      ) : null}
      {open === 'shortcuts' ? (
        <LazyPart onFailed={onFailed}>
          <ShortcutsDialog onClose={() => close('shortcuts')} />
        </LazyPart>
      ) : null}
    </>
  );
}
