import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { urlScheme } from '#contracts/app/commands.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useAppSettings } from './use-app-settings.ts';

/** Sets the URL scheme that opens an app; with `thenShare` its stories become sharable with it. */
export function SchemeDialog(props: { app: AppRow; thenShare: boolean; onClose: () => void }) {
  const { app, thenShare, onClose } = props;
  const [scheme, setScheme] = useState(app.settings.app_intent ?? '');
  const [error, setError] = useState<string | null>(null);
  const removable = app.settings.app_intent !== null && !app.settings.is_sharable;
  const change = useAppSettings(app, {
    said: (_, { app_intent }) =>
      app_intent === null ? 'The URL scheme was removed.' : 'Custom URL Scheme added successfully',
    onRefused: (_, { app_intent }) => {
      if (app_intent) setError(app_intent);
      return Boolean(app_intent);
    },
    onDone: onClose,
  });
  const send = (app_intent: string | null) => change.run({ app_intent, ...(thenShare ? { is_sharable: true } : {}) });
  const save = () => {
    const read = urlScheme.safeParse(scheme);
    return read.success ? send(read.data) : setError(read.error.issues[0]?.message ?? null);
  };
  return (
    <Dialog
      open
      size="small"
      title="Set App Custom URL Scheme"
      onClose={onClose}
      onSubmit={save}
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
      <TextField
        label="URL scheme"
        value={scheme}
        placeholder="myapp://"
        maxLength={limits.urlScheme}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={error}
        onChange={(value) => {
          setScheme(value);
          setError(null);
        }}
      />
    </Dialog>
  );
}
