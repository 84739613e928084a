import { useSyncExternalStore } from 'react';

/** What a person can choose for the colours. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'storyrail.theme';
const listeners = new Set<() => void>();
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

let choice = readChoice();

function readMode(): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return systemDark.matches ? 'dark' : 'light';
}

function apply(): void {
  const root = document.documentElement;
  // All colours change together: hundreds of small transitions would show a half-changed page.
  root.dataset.themeChanges = '';
  root.dataset.theme = readMode();
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.themeChanges));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the system and other tabs in the colours; call once before the first render. */
export function installTheme(): void {
  systemDark.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    choice = readChoice();
    apply();
  });
  apply();
}

/** Keeps the choice for this browser and shows it at once. */
export function setThemeChoice(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage may be closed to us; the choice then lasts for this page only.
  }
  apply();
}

/** The choice and the mode that it means now. */
export function useThemeMode(): {
  choice: ThemeChoice;
  mode: 'light' | 'dark';
  setChoice: (next: ThemeChoice) => void;
} {
  const current = useSyncExternalStore(subscribe, () => choice);
  const mode = useSyncExternalStore(subscribe, readMode);
  return { choice: current, mode, setChoice: setThemeChoice };
}

/** Whether the person asked for no motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
