import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import type { Product } from '../shell/data-provider.ts';
import { type Command, type KeyedInput, mutationOf, runnerOf } from './command.ts';

/** An act that can be run. */
export interface Runnable<Input> {
  /** Runs it, and answers whether it was done; it never throws. */
  run: (input: Input) => Promise<boolean>;
  /** Whether the last run is under way. */
  busy: boolean;
}

/**
 * The one way to run an act: it is sent once however often it is clicked, after the acts on the same thing that were asked
 * for before, with an idempotency key that its retries share. Its result may be shown at once and is put back after a
 * failure; a message says what came of it, with 'Undo' where there is a way back; the queries that it changes are read
 * again. Without `show` only one run is under way at a time.
 */
export function useCommand<Input = void, Answer = unknown, Provider extends object = Product>(
  command: Command<Provider, Input, Answer>,
): Runnable<Input> {
  const client = useQueryClient();
  const provider = useDataProvider<DataProvider & Provider>();
  const notify = useNotify();
  const { mutateAsync, isPending } = useMutation(mutationOf(command, { client, provider, notify }));
  const [run] = useState(() => runnerOf<Input>((keyed: KeyedInput<Input>) => mutateAsync(keyed), !command.show));
  return { run, busy: isPending };
}
