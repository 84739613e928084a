import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { urlScheme } from '#contracts/app/commands.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../kit/forms/schema-form.ts';
import { useAppSettings } from './use-app-settings.ts';

const rules = zodResolver(z.object({ app_intent: urlScheme }));

/** Sets the URL scheme that opens an app; with `thenShare` its stories become sharable with it. */
export function SchemeDialog(props: { app: AppRow; thenShare: boolean; onClose: () => void }) {
  const { app, thenShare, onClose } = props;
  const form = useSchemaForm({ start: { app_intent: app.settings.app_intent ?? '' }, rules });
  const removable = app.settings.app_intent !== null && !app.settings.is_sharable;
  const change = useAppSettings(app, {
    said: (_, { app_intent }) =>
      app_intent === null ? 'The URL scheme was removed.' : 'Custom URL Scheme added successfully',
    onRefused: form.refused,
    onDone: onClose,
  });
  const send = (app_intent: string | null) => change.run({ app_intent, ...(thenShare ? { is_sharable: true } : {}) });
  return (
    <Dialog
      open
      size="small"
      title="Set App Custom URL Scheme"
      onClose={onClose}
      onSubmit={form.sending(({ app_intent }) => send(app_intent))}
      footer={
        <>
          {removable ? (
            <Button variant="quiet" disabled={change.busy} onClick={() => send(null)}>
              Remove
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={change.busy}>
            {thenShare ? 'Save and share' : 'Save'}
          </Button>
        </>
      }
    >
      <p className="t-small">
        {thenShare
          ? `People who get a shared story open it in ${app.title}. For that the SDK needs the scheme that opens the app.`
          : `The scheme that opens ${app.title}. The SDK follows the deep links of stories with it.`}
      </p>
      <FormTextField
        control={form.control}
        name="app_intent"
        label="URL scheme"
        placeholder="myapp://"
        maxLength={limits.urlScheme}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </Dialog>
  );
}
