import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { z } from 'zod';
import { changeAppSettings } from '#contracts/app/commands.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { FeatureNote } from '../../gates/FeatureGate.tsx';
import { useFeature } from '../../gates/upsell-context.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormCheckbox } from '../../kit/forms/FormCheckbox.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { useAppSettings } from './use-app-settings.ts';

type Numbers = 'ad_first' | 'ad_frequency';

// Numbers may be left out where no ads are shown.
const rules = zodResolver(
  z
    .object({ ads: z.boolean(), ad_first: z.string(), ad_frequency: z.string() })
    .transform(({ ads, ...typed }, context): Pick<AppSettings, 'ads' | Numbers> => {
      const numberOf = (field: Numbers): number | null => {
        const text = typed[field].trim();
        if (text === '' && !ads) return null;
        // What is no number is told what one out of range is.
        const value = /^\d+$/.test(text) ? Number(text) : 0;
        for (const { message } of changeAppSettings.shape[field].safeParse(value).error?.issues ?? [])
          context.addIssue({ code: 'custom', path: [field], message });
        return value;
      };
      return { ads, ad_first: numberOf('ad_first'), ad_frequency: numberOf('ad_frequency') };
    }),
);

/** Says whether ads come between stories, after how many the first, and how often; without the feature they can only be turned off. */
export function AdDialog({ app, onClose }: { app: AppRow; onClose: () => void }) {
  const { ads, ad_first, ad_frequency } = app.settings;
  const form = useSchemaForm({
    start: { ads, ad_first: String(ad_first ?? ''), ad_frequency: String(ad_frequency ?? '') },
    rules,
  });
  const { control, clearErrors } = form;
  const shown = form.watch('ads');
  const { on: maySet } = useFeature('ad_settings');
  // Without ads no number is wrong that was with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is switched
  useEffect(() => clearErrors(), [shown]);
  const change = useAppSettings(app, {
    said: () => t(settingsWords.adsSaved),
    onRefused: form.refused,
    onDone: onClose,
  });
  const field = (name: Numbers, label: string, hint: string) => (
    <FormTextField
      control={control}
      name={name}
      label={label}
      hint={hint}
      inputMode="numeric"
      maxLength={2}
      autoComplete="off"
    />
  );
  return (
    <Dialog
      open
      size="small"
      title={t(settingsWords.adSettings)}
      onClose={onClose}
      onSubmit={form.sending((settings) => change.run(maySet ? settings : { ads: settings.ads }))}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.cancel)}</Button>
          <Button type="submit" variant="primary" loading={change.busy}>
            {t(settingsWords.save)}
          </Button>
        </>
      }
    >
      <FormCheckbox control={control} name="ads" label={t(settingsWords.showAds, { title: app.title })} />
      {maySet ? (
        <>
          {field('ad_first', t(settingsWords.firstAd), t(settingsWords.firstAdHint))}
          {field('ad_frequency', t(settingsWords.frequency), t(settingsWords.frequencyHint))}
        </>
      ) : (
        <FeatureNote feature="ad_settings" />
      )}
    </Dialog>
  );
}
