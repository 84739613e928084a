/** What a step of the history says of what was opened in it: over which search, and how many steps ago. */
export interface OpenedStep {
  over: string;
  steps: number;
}

/** What the step that is shown now says of itself; null where nothing was opened in it. */
export function openedHere(): OpenedStep | null {
  const state = window.history.state as { usr?: { opened?: OpenedStep } | null } | null;
  return state?.usr?.opened ?? null;
}

/** What the next step says in which something opens: another one of what is open already lies over the same. */
export function nextStep(now: URLSearchParams, here: OpenedStep | null, names: readonly string[]): OpenedStep {
  if (here && names.some((name) => now.has(name))) return { over: here.over, steps: here.steps + 1 };
  return { over: String(now), steps: 1 };
}

/** How many steps lead back to the address that closing leads to; null where there are none, as it was opened directly. */
export const stepsBack = (closed: URLSearchParams, here: OpenedStep | null): number | null =>
  here?.over === String(closed) ? here.steps : null;
