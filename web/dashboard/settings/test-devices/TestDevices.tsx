import { useState } from 'react';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { testDevicesWords } from '../../words/test-devices.en.ts';
import parts from '../SettingsParts.module.css';
import { AddDevice } from './AddDevice.tsx';
import { DeviceScreen } from './DeviceScreen.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import css from './TestDevices.module.css';

/** The devices on which test groups show; for account owners and app owners. */
export function TestDevices() {
  const { account } = useSession();
  const [clashId, setClashId] = useState<string | null>(null);
  const clash = account.test_devices.find(({ id }) => id === clashId) ?? null;
  return (
    <>
      <header className={parts.head}>
        <div>
          <h2 className="t-page">{t(testDevicesWords.title)}</h2>
          <p className="t-small">{t(testDevicesWords.text)}</p>
        </div>
      </header>
      <div className={css.root}>
        <div className={css.main}>
          <AddDevice clash={clash} onClash={setClashId} />
          <DeviceTable clash={clash} />
        </div>
        <DeviceScreen />
      </div>
    </>
  );
}
