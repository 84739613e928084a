import { limits } from '#contracts/api/limits.ts';
import { FeatureNote } from '../gates/FeatureGate.tsx';
import { useFeature } from '../gates/upsell-context.ts';
import { DateTimeField } from '../kit/DateTimeField.tsx';
import { TextField } from '../kit/TextField.tsx';
import { offsetName } from '../kit/zone.ts';
import { AdvancedSettings, type AdvancedSettingsProps } from './AdvancedSettings.tsx';
import { CoverField } from './CoverField.tsx';
import css from './GroupForm.module.css';
import { startOfYesterday } from './group-fields.ts';
import { LabelsField } from './LabelsField.tsx';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The fields of a group in the drawer. */
export function GroupForm(props: AdvancedSettingsProps & { timeZone: string; appId: string }) {
  const { fields, errors, edit, setError, sending, onCancelUpload, timeZone, appId } = props;
  const { on: labelled } = useFeature('segmented_stories');
  const min = startOfYesterday(timeZone, nowSeconds());
  const zoneNote = `Times are in ${timeZone} (${offsetName(timeZone, fields.ts_start ?? nowSeconds())}), the time zone of your account.`;
  return (
    <>
      <CoverField
        cover={fields.icon}
        onChange={(change) => edit((before) => ({ icon: change(before.icon) }))}
        error={errors.icon}
        onError={(message) => setError('icon', message)}
        progress={sending?.name === 'icon' ? sending.share : null}
        onCancelUpload={onCancelUpload}
      />
      <TextField
        label="Story group name"
        value={fields.title}
        counter={limits.groupTitle}
        error={errors.title}
        autoComplete="off"
        placeholder="Autumn Edit"
        onChange={(title) => edit({ title })}
      />
      <div className={css.dates}>
        <DateTimeField
          label="Start date"
          value={fields.ts_start}
          timeZone={timeZone}
          min={min}
          error={errors.ts_start}
          onChange={(ts_start) => edit({ ts_start })}
        />
        <DateTimeField
          label="End date"
          optional
          value={fields.ts_end}
          timeZone={timeZone}
          min={fields.ts_start ?? min}
          defaultTime={{ hour: 23, minute: 59 }}
          placeholder="No end"
          error={errors.ts_end}
          onChange={(ts_end) => edit({ ts_end })}
        />
        <p className={css.zone}>{zoneNote}</p>
      </div>
      {labelled || fields.segments.length > 0 ? (
        <LabelsField
          rows={fields.segments}
          appId={appId}
          error={errors.segments}
          onChange={(segments) => edit({ segments })}
        />
      ) : (
        <FeatureNote feature="segmented_stories" />
      )}
      <AdvancedSettings {...props} />
    </>
  );
}
