import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { typedDevice } from '#contracts/account/commands.ts';
import type { TestDevice } from '#contracts/account/events.ts';
import { limits } from '#contracts/api/limits.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import { sayFault } from '#contracts/words/worded.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { compared } from '../../kit/forms/rules.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Progress } from '../../kit/states/Progress.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { testDevicesWords } from '../../words/test-devices.en.ts';
import css from './TestDevices.module.css';
import { useChangeDevices } from './use-change-devices.ts';

const start: TestDevice = { name: '', id: '', platform: 'android' };
const most = limits.testDevices;
const platforms = [
  { value: 'android', label: t(testDevicesWords.android) },
  { value: 'ios', label: t(testDevicesWords.ios) },
] as const;

/** Properties of AddDevice; `clash` is the device that has the typed id already, `onClash` is told which one that is. */
export interface AddDeviceProps {
  clash: TestDevice | null;
  onClash: (id: string | null) => void;
}

/** One row in which a device is added. */
export function AddDevice({ clash, onClash }: AddDeviceProps) {
  const { account } = useSession();
  const devices = account.test_devices;
  const platformId = useId();
  const full = devices.length >= most;
  const holderOf = (id: string) => devices.find((one) => one.id === id.normalize('NFC').trim());
  const rules = compared(typedDevice, ({ id }: TestDevice, mark) => {
    const holder = holderOf(id);
    onClash(holder?.id ?? null);
    if (holder) mark('id', sayFault(accountWords.deviceTwice));
  });
  const form = useSchemaForm<TestDevice>({ start, rules: zodResolver(rules) });
  const { control } = form;
  const platform = useFormField<TestDevice, TestDevice, TestDevice['platform']>({ control, name: 'platform' });
  const add = useChangeDevices(
    ({ name }) => t(testDevicesWords.added, { name }),
    () => {
      form.reset(start);
      form.setFocus('name');
    },
  );
  const reason = full ? t(testDevicesWords.full, { most }) : undefined;
  const send = form.sending((device) => add.run({ devices: [...devices, device], seen: account.version, device }));
  return (
    <Card
      as="section"
      title={t(testDevicesWords.addTitle)}
      aria-label={t(testDevicesWords.addTitle)}
      titleEnd={
        <span className={`${css.count} num`}>
          {t(testDevicesWords.count, { count: devices.length, most })}
          <Progress value={devices.length / most} label={t(testDevicesWords.countTold)} />
        </span>
      }
    >
      <form
        className={css.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter sends a form whose button is closed.
          if (!full) void send();
        }}
      >
        <FormTextField
          control={control}
          name="name"
          label={t(testDevicesWords.name)}
          placeholder={t(testDevicesWords.nameExample)}
          maxLength={limits.deviceName}
          autoComplete="off"
        />
        <div className={css.id}>
          <FormTextField
            control={control}
            name="id"
            label={t(testDevicesWords.deviceId)}
            maxLength={limits.deviceId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Field id={platformId} group label={t(testDevicesWords.platform)}>
          <SegmentedControl
            label={t(testDevicesWords.platform)}
            value={platform.value}
            options={platforms}
            onChange={platform.onChange}
          />
        </Field>
        <Button type="submit" variant="primary" className={css.send ?? ''} loading={add.busy} disabledReason={reason}>
          {t(testDevicesWords.add)}
        </Button>
      </form>
      <p className={`${css.hint} t-caption`}>
        {reason ??
          (clash
            ? t(testDevicesWords.sameAs, { b: (parts) => <strong>{parts}</strong>, name: clash.name })
            : t(testDevicesWords.idHint, { code: (parts) => <code>{parts}</code> }))}
      </p>
    </Card>
  );
}
