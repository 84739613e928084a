import { useIsFetching } from '@tanstack/react-query';
import type { AppRow } from '#contracts/app/rows.ts';
import { recountDays } from '#contracts/stats/recount.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { useRange } from '../../group/analytics/use-range.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { daysIn } from '../../kit/text/format.ts';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import { formId } from './form-id.ts';
import css from './Recount.module.css';
import { Recount } from './Recount.tsx';
import { recountKey } from './recount-query.ts';
import { type RecountQuestion, useRecount } from './use-recount.ts';

const daySeconds = 86_400;

function TooLong() {
  const { range, pick } = useRange();
  return (
    <div className={css.choose}>
      <p className="t-small">{t(recountAnswerWords.tooLong, { most: recountDays })}</p>
      <Button onClick={() => pick(dayText(range.to - (recountDays - 1) * daySeconds), dayText(range.to))}>
        {t(recountAnswerWords.lastDays, { most: recountDays })}
      </Button>
    </div>
  );
}

function ChooseApp({ apps, onChoose }: { apps: readonly AppRow[]; onChoose: (id: string) => void }) {
  return (
    <div className={css.choose}>
      <p className="t-small">{t(recountAnswerWords.severalApps)}</p>
      {apps.map((app) => (
        <Button
          key={app.id}
          icon={<AppIcon title={app.title} src={app.icon} seed={app.id} size={16} />}
          onClick={() => onChoose(app.id)}
        >
          {app.title}
        </Button>
      ))}
    </div>
  );
}

/** Counts the figures of an app again, under another rule or as they stood at a moment, as the address asks. */
export default function RecountDrawer(props: {
  question: RecountQuestion;
  apps: readonly AppRow[];
  chooseApp: (id: string) => void;
}) {
  const { question, apps, chooseApp } = props;
  const { ask, close } = useRecount();
  const { range } = useRange();
  const [app] = apps;
  const days = daysIn('UTC', range.from, range.to);
  const isTooLong = Math.round((range.to - range.from) / daySeconds) + 1 > recountDays;
  const isBusy = useIsFetching({ queryKey: recountKey }) > 0;
  const chosen = apps.length === 1 && !isTooLong ? app : undefined;
  return (
    <Drawer
      open
      footer={
        chosen ? (
          <Button type="submit" form={formId} variant="primary" loading={isBusy} data-push>
            {t(recountAnswerWords.recount)}
          </Button>
        ) : null
      }
      title={t(recountAnswerWords.title)}
      subtitle={t(recountAnswerWords.ofDays, { app: apps.map(({ title }) => title).join(', '), days })}
      onClose={close}
    >
      <div className={css.root}>
        <SegmentedControl
          label={t(recountAnswerWords.how)}
          value={question.by}
          options={[
            { value: 'rule', label: t(recountAnswerWords.anotherRule) },
            { value: 'moment', label: t(recountAnswerWords.anEarlierMoment) },
          ]}
          onChange={(by) => ask(by === 'rule' ? { by, seconds: null } : { by, at: null })}
        />
        <p className="t-small">
          {t(question.by === 'rule' ? recountAnswerWords.ruleText : recountAnswerWords.momentText)}{' '}
          {t(recountAnswerWords.allOfApp)}
        </p>
        {chosen ? (
          <Recount key={`${chosen.id} ${question.by}`} app={chosen} range={range} question={question} ask={ask} />
        ) : apps.length > 1 ? (
          <ChooseApp apps={apps} onChoose={chooseApp} />
        ) : (
          <TooLong />
        )}
      </div>
    </Drawer>
  );
}
