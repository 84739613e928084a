import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider, useNotify } from 'ra-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '../shell/session/data-provider.ts';
import { type Command, type KeyedInput, mutationOf, runnerOf } from './command.ts';

/** An act that can be run. */
export interface Runnable<Input> {
  /** Runs it, and answers whether it was done; it never throws. */
  run: (input: Input) => Promise<boolean>;
  /** Whether the last run is under way. */
  busy: boolean;
  /** Whether the answer to the last run is awaited; what it changed is read again after that. */
  sending: boolean;
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
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  const isThere = () => there.current;
  const [isAnswered, setAnswered] = useState(false);
  const told: typeof command = {
    ...command,
    send: (...asked) => command.send(...asked).finally(() => setAnswered(true)),
  };
  const { mutateAsync, isPending } = useMutation(mutationOf(told, { client, provider, notify, isThere }));
  const oneAtATime = !command.show;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent for one thing says nothing of another
  const run = useMemo(
    () =>
      runnerOf<Input>((keyed: KeyedInput<Input>) => {
        setAnswered(false);
        return mutateAsync(keyed);
      }, oneAtATime),
    [mutateAsync, oneAtATime, command.on],
  );
  return { run, busy: isPending, sending: isPending && !isAnswered };
}
