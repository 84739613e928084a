import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { currentSearch } from '../shell/current-search.ts';
import { nextStep, openedHere, stepsBack } from './opened-step.ts';

type Patch = Record<string, string | null>;

const patched = (now: URLSearchParams, patch: Patch): URLSearchParams => {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(patch)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

let leaving = false;
const arrived = () => {
  leaving = false;
};

/**
 * The part of the address that this page keeps its state in; setting null or '' takes a name out. With `push` it is a step
 * that can be gone back, unless it changes nothing. What is opened with `open` is left with `close`: by going back to what
 * lay under it, so that the way back does not lead through it again, or in place where its address was opened directly.
 */
export function useGroupSearch() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const set = useCallback(
    (patch: Patch, how: { push?: boolean } = {}) => {
      const now = currentSearch();
      const next = patched(now, patch);
      const replace = !how.push || String(next) === String(now);
      setSearch(next, replace ? { replace, state: window.history.state?.usr } : {});
    },
    [setSearch],
  );
  const open = useCallback(
    (patch: Patch) => {
      const now = currentSearch();
      setSearch(patched(now, patch), { state: { opened: nextStep(now, openedHere(), Object.keys(patch)) } });
    },
    [setSearch],
  );
  const close = useCallback(
    (...names: string[]) => {
      const now = currentSearch();
      if (!names.some((name) => now.has(name))) return;
      const closed = patched(now, Object.fromEntries(names.map((name) => [name, null])));
      const steps = stepsBack(closed, openedHere());
      if (steps === null) return setSearch(closed, { replace: true });
      // The address changes a moment later: what closes twice meanwhile leaves no more than once.
      if (leaving) return;
      leaving = true;
      window.addEventListener('popstate', arrived, { once: true });
      navigate(-steps);
    },
    [setSearch, navigate],
  );
  return { search, set, open, close };
}

/** The tabs of the page. */
export type GroupTab = 'stories' | 'analytics' | 'history';

const tabs: readonly (string | null)[] = ['stories', 'analytics', 'history'] satisfies GroupTab[];

/** The tab that the address names, else the usual one. */
export function tabOf(search: URLSearchParams, usual: GroupTab): GroupTab {
  const tab = search.get('tab');
  return tabs.includes(tab) ? (tab as GroupTab) : usual;
}
