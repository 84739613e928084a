import { Apple, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TestDevice } from '#contracts/account/events.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { CopyCode } from '../../kit/buttons/CopyCode.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { testDevicesWords } from '../../words/test-devices.en.ts';
import css from './TestDevices.module.css';
import { useChangeDevices } from './use-change-devices.ts';

/** Whose removal is asked for, and beside what. */
type Asked = { device: TestDevice; anchor: HTMLElement };

function AskRemove({ ask, onClose }: { ask: Asked; onClose: () => void }) {
  const { account } = useSession();
  const { device, anchor } = ask;
  const remove = useChangeDevices(({ name }) => t(testDevicesWords.removed, { name }), onClose);
  const go = async () => {
    const devices = account.test_devices.filter(({ id }) => id !== device.id);
    if (!(await remove.run({ devices, seen: account.version, device }))) onClose();
  };
  return (
    <Popover
      anchor={anchor}
      align="end"
      width={280}
      label={t(testDevicesWords.askRemove)}
      onClose={() => !remove.busy && onClose()}
    >
      <div className={css.ask}>
        <h2 className="t-card">{t(testDevicesWords.askRemove)}</h2>
        <p className="t-small">{t(testDevicesWords.removeText, { name: device.name })}</p>
        <div className={css.askEnd}>
          <Button size="small" autoFocus disabled={remove.busy} onClick={onClose}>
            {t(testDevicesWords.keep)}
          </Button>
          <Button size="small" variant="danger" loading={remove.busy} onClick={go}>
            {t(testDevicesWords.remove)}
          </Button>
        </div>
      </div>
    </Popover>
  );
}

/** The test devices; removing one asks beside its row, and `clash` marks the one whose id is given again. */
export function DeviceTable({ clash }: { clash: TestDevice | null }) {
  const { account } = useSession();
  const [ask, setAsk] = useState<Asked | null>(null);
  const columns: Column<TestDevice>[] = [
    {
      id: 'name',
      label: t(testDevicesWords.name),
      width: '34%',
      render: ({ name }) => (
        <span className={css.device}>
          <Avatar name={name} id={null} size={24} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    {
      id: 'id',
      label: t(testDevicesWords.deviceId),
      render: ({ id, name }) => <CopyCode text={id} label={t(testDevicesWords.copyIdOf, { name })} />,
    },
    {
      id: 'platform',
      label: t(testDevicesWords.platform),
      width: 124,
      render: ({ platform }) => (
        <span className={css.kind}>
          {platform === 'ios' ? <Apple size={14} aria-hidden /> : <Smartphone size={14} aria-hidden />}
          {platform === 'ios' ? t(testDevicesWords.ios) : t(testDevicesWords.android)}
        </span>
      ),
    },
    {
      id: 'actions',
      label: t(testDevicesWords.actions),
      head: false,
      width: 60,
      render: (device) => (
        <IconButton
          size="small"
          icon={<Trash2 />}
          label={t(testDevicesWords.removeOf, { name: device.name })}
          onClick={({ currentTarget }) => setAsk({ device, anchor: currentTarget })}
        />
      ),
    },
  ];
  return (
    <Card padded={false} className={css.devices}>
      {account.test_devices.length > 0 ? (
        <Table
          caption={t(testDevicesWords.devices)}
          columns={columns}
          rows={account.test_devices}
          rowKey={({ id }) => id}
          marked={({ id }) => id === clash?.id}
        />
      ) : (
        <EmptyState
          art={<Smartphone size={28} aria-hidden />}
          title={t(testDevicesWords.noneTitle)}
          text={t(testDevicesWords.noneText)}
        />
      )}
      {ask ? <AskRemove key={ask.device.id} ask={ask} onClose={() => setAsk(null)} /> : null}
    </Card>
  );
}
