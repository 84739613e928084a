import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { urlScheme } from '#contracts/app/commands.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { appWords } from '#contracts/words/app.en.ts';
import { FeatureNote } from '../../gates/FeatureGate.tsx';
import { useFeature } from '../../gates/upsell-context.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { useAppSettings } from './use-app-settings.ts';

const rules = zodResolver(z.object({ app_intent: urlScheme }));

/**
 * Sets the URL scheme that opens an app; with `thenShare` its stories become sharable with it. Without the feature it can
 * only be removed.
 */
export function SchemeDialog(props: { app: AppRow; thenShare: boolean; onClose: () => void }) {
  const { app, thenShare, onClose } = props;
  const form = useSchemaForm({ start: { app_intent: app.settings.app_intent ?? '' }, rules });
  const { on: maySet } = useFeature('deeplink');
  const change = useAppSettings(app, {
    said: (_, { app_intent }) => (app_intent === null ? t(settingsWords.schemeRemoved) : t(settingsWords.schemeSaved)),
    onRefused: form.refused,
    onDone: onClose,
  });
  const send = (app_intent: string | null) => change.run({ app_intent, ...(thenShare ? { is_sharable: true } : {}) });
  return (
    <Dialog
      open
      size="small"
      title={t(settingsWords.schemeTitle)}
      onClose={onClose}
      onSubmit={form.sending(({ app_intent }) => send(app_intent))}
      footer={
        <>
          {app.settings.app_intent === null ? null : (
            <Button
              variant="quiet"
              disabled={change.busy}
              disabledReason={app.settings.is_sharable ? t(appWords.sharingFirst) : undefined}
              onClick={() => send(null)}
            >
              {t(settingsWords.remove)}
            </Button>
          )}
          <Button onClick={onClose}>{t(settingsWords.cancel)}</Button>
          {maySet ? (
            <Button type="submit" variant="primary" loading={change.busy}>
              {thenShare ? t(settingsWords.saveAndShare) : t(settingsWords.save)}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="t-small">
        {thenShare
          ? t(settingsWords.schemeForSharingText, { title: app.title })
          : t(settingsWords.schemeText, { title: app.title })}
      </p>
      {maySet ? (
        <FormTextField
          control={form.control}
          name="app_intent"
          label={t(settingsWords.urlScheme)}
          placeholder="myapp://"
          maxLength={limits.urlScheme}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <FeatureNote feature="deeplink" />
      )}
    </Dialog>
  );
}
