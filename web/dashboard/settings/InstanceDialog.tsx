import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { instanceTitle } from '#contracts/app/commands.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { ApiError, errorText, fieldErrors } from '../api/error.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { appCommands } from './app-commands.ts';

/** Adds an instance to an app, or gives one another name. */
export function InstanceDialog(props: { app: AppRow; instance: InstanceRow | null; onClose: () => void }) {
  const { app, instance, onClose } = props;
  const { reloadApps } = useSession();
  const toast = useToast();
  const [title, setTitle] = useState(instance?.title ?? '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const read = instanceTitle.safeParse(title);
    if (!read.success) return setError(read.error.issues[0]?.message ?? 'Give the instance a name.');
    if (busy) return;
    setBusy(true);
    try {
      if (instance) await appCommands.renameInstance(app.id, instance.id, read.data);
      else await appCommands.addInstance(app.id, read.data);
      toast({ kind: 'success', text: instance ? 'Instance edited succesfully!' : 'Instance added succesfully!' });
      await reloadApps();
      onClose();
    } catch (failure) {
      setBusy(false);
      const own = fieldErrors(failure).title;
      if (own) setError(own);
      else if (failure instanceof ApiError && failure.code === 'InstanceNameTaken') setError(failure.message);
      else toast({ kind: 'error', text: errorText(failure) });
    }
  };
  return (
    <Dialog
      open
      title={instance ? 'Edit Instance' : 'Add Instance'}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {instance ? 'Save' : 'Add Instance'}
          </Button>
        </>
      }
    >
      <p className="t-small">
        {instance ? `An instance of ${app.title}.` : `An instance of ${app.title} has stories and a token of its own.`}
      </p>
      <TextField
        label="Name"
        value={title}
        counter={limits.instanceTitle}
        error={error}
        autoFocus
        autoComplete="off"
        onChange={(value) => {
          setTitle(value);
          setError(null);
        }}
      />
    </Dialog>
  );
}
