import { hashKey, type QueryClient, type QueryKey, type UseMutationOptions } from '@tanstack/react-query';
import { errorText, fieldErrors } from '../api/error.ts';
import { newKey } from '../api/http.ts';
import { kitWords } from '../words/kit.en.ts';
import { t } from '../words/t.ts';
import { same } from './same.ts';
import type { MessageAct, MessageOptions } from './states/shown-messages.ts';

/** What is said of an act; a text alone is a success, no text says nothing. */
export interface Said {
  text: string | null;
  type?: 'success' | 'error';
  /** Buttons after 'Undo'. */
  acts?: readonly MessageAct[];
  /** Ids of what it tells of: once they are gone, so is what it offers. */
  about?: readonly string[];
}

/** An act of the product: how it is sent, shown before the answer, told and taken back. */
export interface Command<Provider, Input, Answer> {
  /** The id of what it changes: acts on the same thing are sent one after another, in the order in which they were asked for. */
  on: string;
  /** Makes the call. The key is the same when the same input is tried again after a failure. */
  send: (product: Provider, input: Input, key: string) => Promise<Answer>;
  /** The queries that it changes: read again once no other act that has shown its result in them is under way. */
  changes?: readonly QueryKey[];
  /** Queries that it makes old without a sight of them here: read again when a page that shows them opens. */
  outdates?: readonly QueryKey[];
  /** Shows the result before the server has answered; answers the function that puts it back after a failure. */
  show?: (input: Input) => () => void;
  said?: (answer: Answer, input: Input) => string | Said | null;
  /** What 'Undo' does; null where there is no way back. */
  undo?: (answer: Answer, input: Input) => (() => unknown) | null;
  /** The words around the reason of a failure. */
  failed?: (reason: string) => string;
  /** The ids of what its messages tell of, where an answer does not say it better. */
  about?: (input: Input) => readonly string[];
  /**
   * Takes over a refusal by its messages at fields: true when it has shown it. Where whoever asked has left, a message
   * tells of it all the same: nobody sees those fields.
   */
  onRefused?: (fields: Record<string, string>, error: unknown, input: Input) => boolean | Promise<boolean>;
  /** Corrects by the answer what is shown, whether or not whoever asked is still there. */
  corrected?: (answer: Answer, input: Input) => void;
  /**
   * Called when it is done: after the queries were read again, or at once when the result is shown already. Not called
   * once whoever asked has left: a dialog that was closed meanwhile closes no other.
   */
  onDone?: (answer: Answer, input: Input) => void;
  /** Called when it has ended, done or not. */
  onEnd?: () => void;
}

/** An input with the idempotency key under which it is sent. */
export interface KeyedInput<Input> {
  input: Input;
  key: string;
}

/** What an act needs of the page. */
export interface CommandTools<Provider> {
  client: QueryClient;
  provider: Provider;
  notify: (text: string | null, options: MessageOptions) => void;
  /** Whether whoever asked is still there. */
  isThere: () => boolean;
}

const changedBy = (meta: Record<string, unknown> | undefined): readonly QueryKey[] =>
  (meta?.changes ?? []) as readonly QueryKey[];

/** The mutation that an act is. */
export function mutationOf<Provider, Input, Answer>(
  command: Command<Provider, Input, Answer>,
  { client, provider, notify, isThere }: CommandTools<Provider>,
): UseMutationOptions<Answer, Error, KeyedInput<Input>, (() => void) | undefined> {
  const { changes = [], outdates = [], show } = command;

  // An answer of now would hide what another act shows; that one reads at its end. This one is still counted.
  const othersShowNothing = (queryKey: QueryKey) => {
    const hash = hashKey(queryKey);
    const shown = client.isMutating({
      predicate: ({ meta }) => meta?.shows === true && changedBy(meta).some((one) => hashKey(one) === hash),
    });
    return shown === (show ? 1 : 0);
  };
  const tell = (answer: Answer, input: Input) => {
    const said = command.said?.(answer, input);
    const {
      text,
      type = 'success',
      acts = [],
      about = command.about?.(input),
    }: Said = typeof said === 'string' ? { text: said } : (said ?? { text: null });
    const undo = command.undo?.(answer, input);
    const all = undo ? [{ label: t(kitWords.undo), onClick: undo }, ...acts] : acts;
    if (text) notify(text, { type, acts: all, ...(about && { about }) });
  };

  return {
    // Acts of a page that went on to another thing keep the scope under which they wait.
    mutationKey: ['act', command.on],
    scope: { id: command.on },
    meta: { changes, shows: show !== undefined },
    // Without a connection it fails and says so; it does not wait for one.
    networkMode: 'always',
    mutationFn: ({ input, key }) => command.send(provider, input, key),
    onMutate: ({ input }) => {
      if (!show) return undefined;
      // An answer that left the server before the act would show the old state again.
      for (const queryKey of changes) client.cancelQueries({ queryKey });
      return show(input);
    },
    onSuccess: (answer, { input }) => {
      command.corrected?.(answer, input);
      tell(answer, input);
    },
    onError: async (error, { input }, putBack) => {
      putBack?.();
      const isTaken = await command.onRefused?.(fieldErrors(error), error, input);
      if (isTaken && isThere()) return;
      const reason = errorText(error);
      const about = command.about?.(input);
      const type = show ? 'warning' : 'error';
      const told = isTaken ? t(kitWords.closedFailed, { reason }) : reason;
      if (reason) notify(command.failed?.(reason) ?? told, { type, ...(about && { about }) });
    },
    onSettled: async (answer, error, { input }) => {
      command.onEnd?.();
      for (const queryKey of outdates) client.invalidateQueries({ queryKey, refetchType: 'none' });
      const read = changes.filter(othersShowNothing).map((queryKey) => client.invalidateQueries({ queryKey }));
      if (!show) await Promise.all(read);
      if (!error && isThere()) command.onDone?.(answer as Answer, input);
    },
  };
}

/**
 * The function that runs an act; it answers whether the act was done. Asked again for what is on its way it sends nothing:
 * while `oneAtATime` whatever was asked, else the same input.
 */
export function runnerOf<Input>(
  mutate: (keyed: KeyedInput<Input>) => Promise<unknown>,
  oneAtATime: boolean,
): (input: Input) => Promise<boolean> {
  let last: (KeyedInput<Input> & { state: 'sent' | 'done' | 'failed'; answer: Promise<boolean> }) | null = null;
  return (input) => {
    const again = last && same(last.input, input) ? last : null;
    if (last?.state === 'sent' && (oneAtATime || again)) return last.answer;
    const key = again?.state === 'failed' ? again.key : newKey();
    const settle = (state: 'done' | 'failed') => () => {
      mine.state = state;
      return state === 'done';
    };
    const mine: NonNullable<typeof last> = {
      input,
      key,
      state: 'sent',
      answer: mutate({ input, key }).then(settle('done'), settle('failed')),
    };
    last = mine;
    return mine.answer;
  };
}
