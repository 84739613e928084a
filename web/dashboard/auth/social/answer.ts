/** What a provider sends somebody back with. */
export interface ProviderAnswer {
  code: string;
  state: string;
  iss?: string;
}

/** Takes what a provider has sent somebody back with out of the address; null for nothing that is of use. */
export function takeAnswer(pathname: string, search: string): ProviderAnswer | 'cancelled' | null {
  const { code, state, iss, error = '' } = Object.fromEntries(new URLSearchParams(search)) as Record<string, string>;
  // A code is good once, and belongs in no history.
  window.history.replaceState(window.history.state, '', pathname);
  if (code && state) return { code, state, ...(iss ? { iss } : {}) };
  return /denied|cancel/.test(error) ? 'cancelled' : null;
}
