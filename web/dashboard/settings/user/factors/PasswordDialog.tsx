import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { login } from '#contracts/user/commands.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { FormPasswordField } from '../../../kit/forms/FormPasswordField.tsx';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import type { Product } from '../../../shell/session/data-provider.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';

const rules = zodResolver(login.pick({ password: true }));

/** Properties of a PasswordDialog; `send` is the act that the password opens, `onDone` gets its answer. */
export interface PasswordDialogProps<Answer> {
  title: string;
  text: string;
  submit: ReactNode;
  danger?: boolean;
  send: (product: Product, proof: { password: string }) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for the password, which an act on second factors takes. */
export function PasswordDialog<Answer>(props: PasswordDialogProps<Answer>) {
  const { title, text, submit, danger = false, send, onDone, onClose } = props;
  const { user } = useSession();
  const form = useSchemaForm({ start: { password: '' }, rules });
  const act = useCommand<{ password: string }, Answer>({
    on: user.id,
    send,
    changes: [['user']],
    onRefused: form.refused,
    onDone,
  });
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending(act.run)}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={act.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <p className="t-small">{text}</p>
      <FormPasswordField
        control={form.control}
        name="password"
        label={t(factorsWords.password)}
        maxLength={limits.passwordMax}
        autoComplete="current-password"
        autoFocus
      />
    </Dialog>
  );
}
