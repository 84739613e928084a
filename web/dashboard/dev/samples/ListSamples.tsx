import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Tabs } from '../../kit/buttons/Tabs.tsx';
import { Card } from '../../kit/Card.tsx';
import { type Sort, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

interface Line {
  id: string;
  title: string;
  stories: number;
  active: boolean;
}

/** Tabs, cards, and a table whose columns sort and can be made wider. */
export function ListSamples() {
  const [sort, setSort] = useState<Sort>({ by: 'stories', direction: 'desc' });
  const lines: Line[] = [
    { id: 'a', title: t(devWords.group), stories: 12, active: true },
    { id: 'b', title: t(devWords.nameValue), stories: 7, active: false },
  ];
  const sorted = lines.toSorted((a, b) => (sort.direction === 'asc' ? a.stories - b.stories : b.stories - a.stories));
  return (
    <>
      <Tabs
        label={t(devWords.parts)}
        items={[
          { to: '/dev/kit', label: t(devWords.overview), active: true },
          { to: '/dev/kit?tab=history', label: t(devWords.history), count: 7, active: false },
        ]}
      />
      <Row columns>
        <Card title={t(devWords.cardTitle)} titleEnd={<Badge kind="neutral">{lines.length}</Badge>}>
          <p className="t-small">{t(devWords.cardText)}</p>
        </Card>
        <Card selected>
          <p className="t-small">{t(devWords.cardSelected)}</p>
        </Card>
        <Card interactive>
          <p className="t-small">{t(devWords.cardPressed)}</p>
        </Card>
      </Row>
      <Card padded={false}>
        <Table<Line>
          caption={t(devWords.groups)}
          widthsName="dev-kit"
          columns={[
            { id: 'title', label: t(devWords.groupColumn), render: ({ title }) => title },
            {
              id: 'status',
              label: t(devWords.status),
              render: ({ active }) => (
                <Badge kind={active ? 'active' : 'inactive'}>{t(active ? devWords.active : devWords.inactive)}</Badge>
              ),
            },
            {
              id: 'stories',
              label: t(devWords.stories),
              align: 'right',
              sortable: true,
              render: ({ stories }) => stories,
            },
            {
              id: 'acts',
              label: t(devWords.acts),
              head: false,
              align: 'right',
              render: () => <IconButton size="small" label={t(devWords.acts)} icon={<Ellipsis />} noTooltip />,
            },
          ]}
          rows={sorted}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={setSort}
          selected={({ id }) => id === 'a'}
        />
      </Card>
    </>
  );
}
