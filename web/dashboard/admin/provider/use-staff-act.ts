import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorText } from '../../api/error.ts';
import type { Envelope } from '../../api/http.ts';
import { useToast } from '../../kit/Toast.tsx';
import { adminResources } from './admin-provider.ts';

/** Runs an act of staff, says what came of it, and reads again what it may have changed; true when it was done. */
export function useStaffAct(): (act: () => Promise<Envelope<unknown>>) => Promise<boolean> {
  const client = useQueryClient();
  const toast = useToast();
  return useCallback(
    async (act) => {
      try {
        const { message } = await act();
        const keys = [...Object.values(adminResources), 'audit'];
        await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
        toast({ kind: 'success', text: message });
        return true;
      } catch (error) {
        toast({ kind: 'error', text: errorText(error) });
        return false;
      }
    },
    [client, toast],
  );
}
