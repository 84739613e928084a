import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { waysOf } from '../../auth/second-step/ways.ts';
import type { Command } from '../../kit/command.ts';
import { type Runnable, useCommand } from '../../kit/use-command.ts';
import type { Product } from '../../shell/session/data-provider.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { ProofDialog } from '../user/factors/ProofDialog.tsx';

const asksForProof = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'PasswordRequired' || error.code === 'ConfirmationRequired');

/** An act and the dialog that asks for a proof before it; the page draws it. */
export interface Proven<Input> extends Runnable<Input> {
  dialog: ReactNode;
}

/**
 * An act that needs a proof of the person unless they have given one in the last minutes: where the server asks for it, so
 * does a dialog, and then the act is sent again. `title` and `submit` are that dialog's words.
 */
export function useProven<Input = void, Answer = unknown>(
  command: Command<Product, Input, Answer>,
  { title, submit, onClose }: { title: string; submit: string; onClose?: () => void },
): Proven<Input> {
  const { user } = useSession();
  const [asked, setAsked] = useState<{ input: Input } | null>(null);
  // Who has nothing to show is told to sign in again.
  const canProve = user.has_password || waysOf(user.factors).length > 0;
  const act = useCommand<Input, Answer>({
    ...command,
    onRefused: (fields, error, input) => {
      if (canProve && asksForProof(error)) {
        setAsked({ input });
        return true;
      }
      return command.onRefused?.(fields, error, input) ?? false;
    },
  });
  const dialog = asked ? (
    <ProofDialog
      title={title}
      text={t(paymentWords.proofText)}
      submit={submit}
      changes={[]}
      send={(product, proof) => product.confirmPerson(proof)}
      onDone={() => {
        setAsked(null);
        void act.run(asked.input);
      }}
      onClose={() => {
        setAsked(null);
        onClose?.();
      }}
    />
  ) : null;
  return { ...act, dialog };
}
