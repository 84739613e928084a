import { useState } from 'react';
import { errorText } from '../api/error.ts';
import { useTell } from './open-messages.ts';

/** Does something that may fail, and says why it did; `busy` is the name of what is being done, empty for nothing. */
export function useTelling() {
  const [busy, setBusy] = useState('');
  const tell = useTell();
  const run = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name);
    await work().catch((error: unknown) => tell(errorText(error), 'error'));
    setBusy('');
  };
  return { busy, run };
}
