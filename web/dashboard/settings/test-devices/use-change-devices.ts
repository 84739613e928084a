import { useNotify } from 'ra-core';
import type { TestDevice } from '#contracts/account/events.ts';
import { ApiError } from '../../api/error.ts';
import { type Runnable, useCommand } from '../../kit/use-command.ts';
import { accountQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { testDevicesWords } from '../../words/test-devices.en.ts';

/** The list as it becomes, and the version of the account that showed the earlier one. */
export interface DeviceChange {
  devices: TestDevice[];
  seen: number;
  /** What is added or removed. */
  device: TestDevice;
}

/** Replaces the list of test devices; where somebody else changed it meanwhile, it is read again and stays as it is. */
export function useChangeDevices(said: (device: TestDevice) => string, onDone: () => void): Runnable<DeviceChange> {
  const { account } = useSession();
  const notify = useNotify();
  return useCommand<DeviceChange>({
    on: account.id,
    send: (product, { devices, seen }, key) => product.changeTestDevices(devices, seen, key),
    changes: [accountQuery.queryKey],
    said: (_, { device }) => said(device),
    onRefused: (_, error) => {
      if (!(error instanceof ApiError && error.code === 'VersionConflict')) return false;
      notify(t(testDevicesWords.changedMeanwhile), { type: 'error' });
      return true;
    },
    onDone,
  });
}
