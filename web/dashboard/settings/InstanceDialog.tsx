import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { instanceTitle } from '#contracts/app/commands.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useCommand } from '../kit/use-command.ts';
import { appsQuery } from '../shell/session-queries.ts';

/** Adds an instance to an app, or gives one another name. */
export function InstanceDialog(props: { app: AppRow; instance: InstanceRow | null; onClose: () => void }) {
  const { app, instance, onClose } = props;
  const [title, setTitle] = useState(instance?.title ?? '');
  const [error, setError] = useState<string | null>(null);
  const change = useCommand<string>({
    on: app.id,
    send: (product, name, key) =>
      instance ? product.renameInstance(app.id, instance.id, name, key) : product.addInstance(app.id, name, key),
    changes: [appsQuery.queryKey],
    said: () => (instance ? 'Instance edited succesfully!' : 'Instance added succesfully!'),
    onRefused: (failure, fields) => {
      const taken = failure instanceof ApiError && failure.code === 'InstanceNameTaken' ? failure.message : undefined;
      const found = fields.title ?? taken;
      if (found) setError(found);
      return found !== undefined;
    },
    onDone: onClose,
  });
  const save = () => {
    const read = instanceTitle.safeParse(title);
    return read.success
      ? change.run(read.data)
      : setError(read.error.issues[0]?.message ?? 'Give the instance a name.');
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
          <Button type="submit" variant="primary" loading={change.busy}>
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
