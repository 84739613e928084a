import { LayoutGrid, Table2 } from 'lucide-react';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { Radio } from '../../kit/fields/Radio.tsx';
import { SearchSelect } from '../../kit/fields/SearchSelect.tsx';
import { Slider } from '../../kit/fields/Slider.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

/** What is switched on and off, and what is chosen among a few. */
export function ChoiceSamples() {
  const [share, setShare] = useState(4);
  const [on, setOn] = useState(true);
  const [store, setStore] = useState('ios');
  const [status, setStatus] = useState<'all' | 'active' | 'inactive'>('all');
  const [view, setView] = useState<'cards' | 'table'>('cards');
  const [many, setMany] = useState<string | null>('web');
  const none = () => undefined;
  const options = [
    { value: 'ios', label: t(devWords.ios) },
    { value: 'web', label: t(devWords.web) },
  ];
  return (
    <>
      <Row>
        <Checkbox checked={on} onChange={setOn} label={t(devWords.chosen)} />
        <Checkbox checked={!on} onChange={(next) => setOn(!next)} label={t(devWords.notChosen)} />
        <Checkbox checked={false} indeterminate onChange={none} label={t(devWords.partly)} />
        <Checkbox checked disabled onChange={none} label={t(devWords.disabled)} />
        <Checkbox checked={false} disabled onChange={none} label={t(devWords.disabled)} />
      </Row>
      <Row>
        <Radio name="store" value="ios" checked={store === 'ios'} onChange={setStore} label={t(devWords.ios)} />
        <Radio name="store" value="web" checked={store === 'web'} onChange={setStore} label={t(devWords.web)} />
        <Radio name="off" value="on" checked disabled onChange={none} label={t(devWords.disabled)} />
        <Radio name="off" value="off" checked={false} disabled onChange={none} label={t(devWords.disabled)} />
      </Row>
      <Row>
        <Choices
          label={t(devWords.status)}
          name="choices"
          options={options.map(({ value, label }) => [value, label])}
          value={store}
          onChange={setStore}
        />
        <SearchSelect
          label={t(devWords.view)}
          options={options}
          value={many}
          onChange={setMany}
          none={() => t(devWords.notChosen)}
        />
      </Row>
      <Row>
        <Slider
          label={t(devWords.share)}
          min={0}
          max={10}
          step={1}
          value={share}
          valueText={String(share)}
          onChange={setShare}
        />
      </Row>
      <Row>
        <Switch checked={on} onChange={setOn} label={t(devWords.active)} />
        <Switch checked={!on} onChange={(next) => setOn(!next)} label={t(devWords.inactive)} />
        <Switch checked onChange={none} label={t(devWords.disabled)} disabled />
        <Switch checked={false} onChange={none} label={t(devWords.refused)} disabledReason={t(devWords.reason)} />
      </Row>
      <Row>
        <SegmentedControl
          label={t(devWords.status)}
          value={status}
          options={[
            { value: 'all', label: t(devWords.all), count: 10_009 },
            { value: 'active', label: t(devWords.active), count: 10_009 },
            { value: 'inactive', label: t(devWords.inactive), count: 0, disabled: true },
          ]}
          onChange={setStatus}
        />
        <SegmentedControl
          label={t(devWords.view)}
          value={view}
          options={[
            { value: 'cards', label: t(devWords.cards), icon: <LayoutGrid aria-hidden />, iconOnly: true },
            { value: 'table', label: t(devWords.table), icon: <Table2 aria-hidden />, iconOnly: true },
          ]}
          onChange={setView}
        />
      </Row>
    </>
  );
}
