import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import type { FactorRow } from '#contracts/user/factor-rows.ts';
import { passkeyName } from '#contracts/user/factors.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { FormTextField } from '../../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';

const rules = zodResolver(z.object({ name: passkeyName }));

/** Properties of a RenamePasskeyDialog. */
export interface RenamePasskeyDialogProps {
  passkey: FactorRow;
  onDone: () => void;
  onClose: () => void;
}

/** Gives a passkey another name. It changes nothing about who gets in, so no proof is asked for. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const form = useSchemaForm({ start: { name: passkey.label ?? '' }, rules });
  const rename = useCommand<string, { message: string | null }>({
    on: passkey.id ?? '',
    send: (product, name) => product.renamePasskey(passkey.id ?? '', name),
    changes: [['user']],
    said: ({ message }) => message,
    onRefused: form.refused,
    onDone,
  });
  return (
    <Dialog
      open
      size="small"
      title={t(factorsWords.renamePasskey)}
      onClose={rename.busy ? () => undefined : onClose}
      onSubmit={form.sending(({ name }) => rename.run(name))}
      footer={
        <>
          <Button onClick={onClose} disabled={rename.busy}>
            {t(factorsWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={rename.busy}>
            {t(factorsWords.rename)}
          </Button>
        </>
      }
    >
      <FormTextField
        control={form.control}
        name="name"
        label={t(factorsWords.passkeyName)}
        hint={t(factorsWords.passkeyNameHint)}
        counter={limits.passkeyName}
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
