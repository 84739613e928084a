import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { FeatureNote } from '../../gates/FeatureGate.tsx';
import { useFeature } from '../../gates/upsell-context.ts';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { FormCoverField } from '../cover/FormCoverField.tsx';
import css from './AdvancedSettings.module.css';
import { CapField } from './CapField.tsx';
import type { GroupFields } from './group-fields.ts';
import type { GroupEditing } from './use-group-form.ts';
import type { Sending } from './use-save-group.ts';
import { ViewerListField } from './ViewerListField.tsx';

/** Properties of the AdvancedSettings. */
export interface AdvancedSettingsProps {
  form: GroupEditing;
  sending: Sending | null;
  onCancelUpload: () => void;
}

const inside = [
  'target_cap',
  'click_target_cap',
  'min_version',
  'max_version',
  'viewer_list',
  'dark_icon',
  'description',
] as const;

function setCount(fields: GroupFields): number {
  const caps = [fields.target_cap, fields.click_target_cap, fields.description].filter((text) => text.trim() !== '');
  const versions = fields.min_version.trim() || fields.max_version.trim() ? 1 : 0;
  return caps.length + versions + (fields.viewer_list ? 1 : 0) + (fields.dark_icon.kind === 'none' ? 0 : 1);
}

/** What most groups do without: caps, app versions, a list of viewers, the icon on dark screens, a description. */
export function AdvancedSettings(props: AdvancedSettingsProps) {
  const { form, sending, onCancelUpload } = props;
  const { control, fields, errors } = form;
  const id = useId();
  const { on } = useFeature('segmented_stories');
  const set = setCount(fields);
  const wrong = inside.some((name) => errors[name]);
  const [open, setOpen] = useState(set > 0);
  // A message is never hidden.
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <section className={css.advanced} aria-labelledby={`${id}-head`}>
      <h3 id={`${id}-head`}>
        <button type="button" aria-expanded={open} aria-controls={`${id}-body`} onClick={() => setOpen(!open)}>
          <span>{t(contentWords.advancedSettings)}</span>
          {set > 0 ? <span className="t-small">{t(contentWords.advancedCount, { set })}</span> : null}
          <ChevronDown size={16} aria-hidden />
        </button>
      </h3>
      <div id={`${id}-body`} hidden={!open} className={css.advancedBody}>
        <CapField form={form} />
        <div className={css.versions}>
          <FormTextField
            control={control}
            name="min_version"
            deps={['max_version']}
            label={t(contentWords.appVersionFrom)}
            placeholder={t(contentWords.any)}
            autoComplete="off"
          />
          <FormTextField
            control={control}
            name="max_version"
            label={t(contentWords.versionTo)}
            aria-label={t(contentWords.appVersionTo)}
            placeholder={t(contentWords.any)}
            autoComplete="off"
          />
        </div>
        {on || fields.viewer_list || form.chosenList ? (
          <ViewerListField form={form} />
        ) : (
          <FeatureNote feature="segmented_stories" />
        )}
        <FormCoverField
          form={form}
          name="dark_icon"
          label={t(contentWords.darkThematicIcon)}
          optional
          sending={sending}
          onCancelUpload={onCancelUpload}
        />
        <FormTextField
          control={control}
          name="description"
          label={t(contentWords.description)}
          rows={3}
          counter={limits.description}
          placeholder={t(contentWords.descriptionHint)}
        />
      </div>
    </section>
  );
}
