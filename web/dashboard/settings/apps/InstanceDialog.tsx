import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { instanceTitle } from '#contracts/app/commands.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { ApiError } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

const rules = zodResolver(z.object({ title: instanceTitle }));

/** Adds an instance to an app, or gives one another name. */
export function InstanceDialog(props: { app: AppRow; instance: InstanceRow | null; onClose: () => void }) {
  const { app, instance, onClose } = props;
  const form = useSchemaForm({ start: { title: instance?.title ?? '' }, rules });
  const change = useCommand<string>({
    on: app.id,
    send: (product, name, key) =>
      instance ? product.renameInstance(app.id, instance.id, name, key) : product.addInstance(app.id, name, key),
    changes: [appsQuery.queryKey],
    said: () => (instance ? t(settingsWords.instanceSaved) : t(settingsWords.instanceAdded)),
    onRefused: (fields, failure) => {
      const taken = failure instanceof ApiError && failure.code === 'InstanceNameTaken';
      return form.refused(taken ? { title: failure.message, ...fields } : fields);
    },
    onDone: onClose,
  });
  return (
    <Dialog
      open
      title={instance ? t(settingsWords.editInstance) : t(settingsWords.addInstance)}
      onClose={onClose}
      onSubmit={form.sending(({ title }) => change.run(title))}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.cancel)}</Button>
          <Button type="submit" variant="primary" loading={change.busy}>
            {instance ? t(settingsWords.save) : t(settingsWords.addInstance)}
          </Button>
        </>
      }
    >
      <p className="t-small">
        {instance
          ? t(settingsWords.editInstanceText, { title: app.title })
          : t(settingsWords.addInstanceText, { title: app.title })}
      </p>
      <FormTextField
        control={form.control}
        name="title"
        label={t(settingsWords.name)}
        counter={limits.instanceTitle}
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
