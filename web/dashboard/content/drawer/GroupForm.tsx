import { limits } from '#contracts/api/limits.ts';
import { FeatureNote } from '../../gates/FeatureGate.tsx';
import { useFeature } from '../../gates/upsell-context.ts';
import { FormDateTimeField } from '../../kit/forms/FormDateTimeField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { zoneName } from '../../kit/text/zone.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { FormCoverField } from '../cover/FormCoverField.tsx';
import { AdvancedSettings, type AdvancedSettingsProps } from './AdvancedSettings.tsx';
import css from './GroupForm.module.css';
import { startOfYesterday } from './group-fields.ts';
import { FormLabelsField } from './LabelsField.tsx';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The fields of a group in the drawer. */
export function GroupForm(props: AdvancedSettingsProps & { timeZone: string; appId: string }) {
  const { form, sending, onCancelUpload, timeZone, appId } = props;
  const { control, fields } = form;
  const { on: labelled } = useFeature('segmented_stories');
  // The start may be none, or one that cannot be read.
  const min = startOfYesterday(timeZone, nowSeconds());
  const ended = fields.ts_end && fields.ts_end <= nowSeconds();
  const zoneNote = t(contentWords.timeZoneNote, {
    timeZone: zoneName(timeZone, fields.ts_start || nowSeconds()),
  });
  return (
    <>
      <FormCoverField form={form} name="icon" sending={sending} onCancelUpload={onCancelUpload} />
      <FormTextField
        control={control}
        name="title"
        label={t(contentWords.storyGroupName)}
        counter={limits.groupTitle}
        autoComplete="off"
        placeholder={t(contentWords.nameExample)}
      />
      <div className={css.dates}>
        <FormDateTimeField
          control={control}
          name="ts_start"
          deps={['ts_end']}
          label={t(contentWords.startDate)}
          timeZone={timeZone}
          min={min}
        />
        <FormDateTimeField
          control={control}
          name="ts_end"
          label={t(contentWords.endDate)}
          optional
          timeZone={timeZone}
          min={fields.ts_start || min}
          defaultTime={{ hour: 23, minute: 59 }}
          placeholder={t(contentWords.noEnd)}
        />
        {/* In its place: a line more would move what somebody is about to click when the field is left. */}
        <p className={css.zone}>{ended ? t(contentWords.endPassedNote) : zoneNote}</p>
      </div>
      {labelled || fields.segments.length > 0 ? (
        <FormLabelsField form={form} appId={appId} />
      ) : (
        <FeatureNote feature="segmented_stories" />
      )}
      <AdvancedSettings {...props} />
    </>
  );
}
