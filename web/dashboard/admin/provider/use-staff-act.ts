import type { QueryKey } from '@tanstack/react-query';
import type { Said } from '../../kit/command.ts';
import { type Runnable, useCommand } from '../../kit/use-command.ts';
import type { AdminProvider } from './admin-provider.ts';
import type { StaffActs } from './staff-acts.ts';

type ActName = keyof StaffActs;
/** What an act is given. */
export type Given<Name extends ActName> = Parameters<StaffActs[Name]>[0];
type Answer<Name extends ActName> = Awaited<ReturnType<StaffActs[Name]>>;

/** How an act ends: what it says (the server's message if not told), and what it may have changed. */
export interface StaffActEnd<Name extends ActName> {
  said?: (answer: Answer<Name>) => string | Said | null;
  changes?: readonly QueryKey[];
  /** Shows a refusal at the fields of a form; true when it has. */
  onRefused?: (fields: Record<string, string>) => boolean;
  onDone?: (answer: Answer<Name>) => void;
}

const listsAndAudit: readonly QueryKey[] = [['users'], ['accounts'], ['audit']];

/** An act of staff on one thing, run as every act of the dashboard is. */
export function useStaffAct<Name extends ActName>(
  name: Name,
  on: string,
  { said = ({ message }) => message, changes = listsAndAudit, ...ends }: StaffActEnd<Name> = {},
): Runnable<Given<Name>> {
  return useCommand<Given<Name>, Answer<Name>, AdminProvider>({
    on,
    send: (provider, given, key) =>
      (provider[name] as (given: Given<Name>, key: string) => Promise<Answer<Name>>)(given, key),
    changes,
    said,
    ...ends,
  });
}
