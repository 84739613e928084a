import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { FeatureNote } from '../gates/FeatureGate.tsx';
import { useFeature } from '../gates/upsell-context.ts';
import { TextField } from '../kit/TextField.tsx';
import css from './AdvancedSettings.module.css';
import { CapField } from './CapField.tsx';
import { CoverField } from './CoverField.tsx';
import type { FieldName, GroupErrors, GroupFields } from './group-fields.ts';
import type { Sending } from './use-save-group.ts';
import { ViewerListField } from './ViewerListField.tsx';

/** Properties of the AdvancedSettings. */
export interface AdvancedSettingsProps {
  fields: GroupFields;
  errors: GroupErrors;
  edit: (change: Partial<GroupFields> | ((before: GroupFields) => Partial<GroupFields>)) => void;
  setError: (name: FieldName, message: string | undefined) => void;
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
  const { fields, errors, edit, setError, sending, onCancelUpload } = props;
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
          <span>Advanced settings</span>
          {set > 0 ? <span className="t-small">{set} set</span> : null}
          <ChevronDown size={16} aria-hidden />
        </button>
      </h3>
      <div id={`${id}-body`} hidden={!open} className={css.advancedBody}>
        <CapField fields={fields} errors={errors} onChange={edit} />
        <div className={css.versions}>
          <TextField
            label="App version from"
            value={fields.min_version}
            error={errors.min_version}
            placeholder="Any"
            autoComplete="off"
            onChange={(min_version) => edit({ min_version })}
          />
          <TextField
            label="to"
            aria-label="App version to"
            value={fields.max_version}
            error={errors.max_version}
            placeholder="Any"
            autoComplete="off"
            onChange={(max_version) => edit({ max_version })}
          />
        </div>
        {on || fields.viewer_list ? (
          <ViewerListField
            list={fields.viewer_list}
            error={errors.viewer_list}
            onChange={(viewer_list) => edit({ viewer_list })}
            onError={(message) => setError('viewer_list', message)}
          />
        ) : (
          <FeatureNote feature="segmented_stories" />
        )}
        <CoverField
          label="Dark thematic icon"
          optional
          cover={fields.dark_icon}
          onChange={(change) => edit((before) => ({ dark_icon: change(before.dark_icon) }))}
          error={errors.dark_icon}
          onError={(message) => setError('dark_icon', message)}
          progress={sending?.name === 'dark_icon' ? sending.share : null}
          onCancelUpload={onCancelUpload}
        />
        <TextField
          label="Description"
          rows={3}
          value={fields.description}
          counter={limits.description}
          error={errors.description}
          placeholder="For your team and for your app; people do not see it."
          onChange={(description) => edit({ description })}
        />
      </div>
    </section>
  );
}
