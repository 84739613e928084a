import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { errorText } from '../../api/error.ts';
import type { AdminProvider } from './admin-provider.ts';
import type { StaffActs } from './staff-acts.ts';

type ActName = keyof StaffActs;
type Given<Name extends ActName> = Parameters<StaffActs[Name]>[0];
type Answer<Name extends ActName> = Awaited<ReturnType<StaffActs[Name]>>;

/** What an act says when it is done; a null text says nothing. */
export interface Told {
  type: 'success' | 'error';
  text: string | null;
}

/** How an act ends: what it says (the server's message if not told), and what it may have changed. */
export interface ActOptions<Name extends ActName> {
  done?: (answer: Answer<Name>) => Told;
  changes?: readonly QueryKey[];
}

const listsAndAudit: readonly QueryKey[] = [['users'], ['accounts'], ['audit']];

/** An act of staff as a mutation: reads again what it may have changed, then says what came of it. */
export function useStaffAct<Name extends ActName>(
  name: Name,
  { done = ({ message }) => ({ type: 'success', text: message }), changes = listsAndAudit }: ActOptions<Name> = {},
): UseMutationResult<Answer<Name>, Error, Given<Name>> {
  const provider = useDataProvider<AdminProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const tell = ({ type, text }: Told) => {
    if (text !== null) notify(text, { type });
  };
  return useMutation<Answer<Name>, Error, Given<Name>>({
    mutationKey: [name],
    mutationFn: (given) => (provider[name] as (given: Given<Name>) => Promise<Answer<Name>>)(given),
    onSuccess: async (answer) => {
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
      tell(done(answer));
    },
    onError: (error) => tell({ type: 'error', text: errorText(error) }),
  });
}
