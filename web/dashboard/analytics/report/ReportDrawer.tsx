import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { type ScheduleReport, scheduleReport } from '#contracts/report/commands.ts';
import { type Rhythm, rhythms } from '#contracts/report/events.ts';
import { dueAt, lastDuePeriod, nextPeriod } from '#contracts/report/period.ts';
import { slotOn } from '#contracts/slot.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { reportsWords } from '../../words/reports.en.ts';
import { t } from '../../words/t.ts';
import type { FiguresScope } from '../use-scope.ts';
import { Recipients } from './Recipients.tsx';
import css from './ReportDrawer.module.css';
import { ReportList } from './ReportList.tsx';
import { reportsQuery } from './reports-query.ts';

interface Typed {
  name: string;
  rhythm: string;
  recipients: string[];
}
type Checked = Pick<ScheduleReport, 'name' | 'rhythm' | 'recipients'>;

const { name, rhythm, recipients } = scheduleReport.shape;
const rules = zodResolver(z.object({ name, recipients, rhythm: z.string().pipe(rhythm) }));
const options = rhythms.map((one) => [one, t(reportsWords[one])] as const);

const appsName = ({ apps }: FiguresScope): string =>
  t(reportsWords.usualName, { app: apps[0]!.title, more: apps.length - 1 });

/** Which days a report covers, and when the first one comes. */
function WhenNote({ rhythm }: { rhythm: Rhythm }) {
  const { timeZone: zone } = useSession();
  const period = nextPeriod(rhythm, lastDuePeriod(rhythm, zone, Date.now() / 1000));
  const due = dueAt(period, zone);
  const when = { moment: dateTimeIn(zone, due), zone };
  return (
    <p className="t-small">
      {rhythm === 'monthly' ? t(reportsWords.monthlyDays, when) : t(reportsWords.weeklyDays, when)}{' '}
      {due > slotOn(period, zone) ? t(reportsWords.later) : null}
    </p>
  );
}

/** Schedules the figures of the page's groups by email, and lists the reports that there are. */
export default function ReportDrawer({ scope, onClose }: { scope: FiguresScope; onClose: () => void }) {
  const { user } = useSession();
  const { apps, instances, groups } = scope;
  const ids = apps.map(({ id }) => id);
  const name = [...appsName(scope)].slice(0, limits.reportName).join('');
  const start: Typed = { name, rhythm: 'weekly', recipients: [user.id] };
  const form = useSchemaForm<Typed, Checked>({ start, rules });
  const rhythm = useFormField<Typed, Checked, string>({ control: form.control, name: 'rhythm' });
  const schedule = useCommand<Checked>({
    on: 'reports',
    send: (product, checked, key) =>
      product.scheduleReport(
        { ...checked, app_id: ids, instance_id: [...instances], story_group_id: [...groups] },
        key,
      ),
    changes: [reportsQuery.queryKey],
    said: () => t(reportsWords.scheduled),
    onRefused: form.refused,
    onDone: () => form.reset(start),
  });
  return (
    <Drawer
      open
      title={t(reportsWords.title)}
      subtitle={t(reportsWords.scope, { app: appsName(scope), instances: instances.length, groups: groups.length })}
      onClose={onClose}
      onSubmit={form.sending(schedule.run)}
      footer={
        <>
          <Button data-push onClick={onClose}>
            {t(reportsWords.close)}
          </Button>
          <Button type="submit" variant="primary" loading={schedule.busy} disabledReason={actingReason()}>
            {t(reportsWords.schedule)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(reportsWords.what)}</p>
      <FormTextField
        control={form.control}
        name="name"
        label={t(reportsWords.name)}
        hint={t(reportsWords.nameHint)}
        counter={limits.reportName}
        autoComplete="off"
      />
      <div className={css.rhythm}>
        <Choices {...rhythm} label={t(reportsWords.rhythm)} options={options} />
        <WhenNote rhythm={rhythm.value === 'monthly' ? 'monthly' : 'weekly'} />
      </div>
      <Recipients control={form.control} name="recipients" apps={ids} />
      <ReportList />
    </Drawer>
  );
}
