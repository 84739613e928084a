import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { type SdkRelease, sdkReleaseBody } from '#contracts/admin/sdk-release.ts';
import { limits } from '#contracts/api/limits.ts';
import { sdkPlatforms } from '#contracts/sdk/protocol.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { sdkReleaseWords } from '../../words/sdk-releases.en.ts';
import { t } from '../../words/t.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';

/** None is chosen at first. */
interface Typed extends Omit<SdkRelease, 'platform'> {
  platform: string;
}

const platforms = sdkPlatforms.map((one) => [one, t(sdkReleaseWords[one])] as const);
const rules = zodResolver(
  z.object(sdkReleaseBody.shape).extend({ platform: z.string().pipe(sdkReleaseBody.shape.platform) }),
);

/** Asks which release of the SDK is announced; `onDone` is told its id. */
export function AnnounceDialog({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const form = useSchemaForm<Typed, SdkRelease>({ start: { platform: '', version: '', url: '' }, rules });
  const platform = useFormField<Typed, SdkRelease, string>({ control: form.control, name: 'platform' });
  const act = useStaffAct('announceRelease', 'sdk-release', {
    changes: [['sdk-releases']],
    onRefused: form.refused,
    onDone: ({ data }) => {
      onDone(data.id);
      onClose();
    },
  });
  return (
    <Dialog
      open
      size="small"
      title={t(sdkReleaseWords.announce)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending((release) => act.run(release))}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(sdkReleaseWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(sdkReleaseWords.announce)}
          </Button>
        </>
      }
    >
      <p>{t(sdkReleaseWords.announceText)}</p>
      <Choices {...platform} label={t(sdkReleaseWords.platform)} options={platforms} />
      <FormTextField
        control={form.control}
        name="version"
        label={t(sdkReleaseWords.version)}
        hint={t(sdkReleaseWords.versionHint)}
        maxLength={32}
        autoComplete="off"
      />
      <FormTextField
        control={form.control}
        name="url"
        label={t(sdkReleaseWords.notes)}
        hint={t(sdkReleaseWords.notesHint)}
        inputMode="url"
        maxLength={limits.url}
        autoComplete="off"
      />
    </Dialog>
  );
}
