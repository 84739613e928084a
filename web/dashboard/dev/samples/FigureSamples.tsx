import { Sparkline } from '../../kit/pictures/Sparkline.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { Figure, Metric, MetricChange, Missing } from '../../kit/text/Metric.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

const now = [12, 18, 16, 24, 31, 22, 28];
const before = [null, 14, 15, 13, 18, 16, 19];

/** Figures with their change, lines and facts. */
export function FigureSamples() {
  const line = t(devWords.line);
  return (
    <>
      <Row columns>
        <Metric label={t(devWords.reach)} value={48_213} aside={<MetricChange now={48_213} before={40_100} />} />
        <Metric
          label={t(devWords.watch)}
          value={4.4}
          text={t(devWords.seconds)}
          aside={<MetricChange now={4.4} before={5.1} />}
        />
        <Metric label={t(devWords.ctr)} value={310} aside={<MetricChange now={310} before={309} />} />
        <Metric
          label={t(devWords.ctr)}
          value={0}
          aside={<MetricChange now={0} before={null} why={t(devWords.noData)} />}
        />
      </Row>
      <Row>
        <Figure value={1_234_567} />
        <Figure value={42} />
        <Missing why={t(devWords.noData)} />
      </Row>
      <Row>
        <Sparkline values={now} previous={before} label={line} />
        <Sparkline values={now} previous={before} running label={line} />
        <Sparkline values={[20, 21, 20, 22]} label={line} />
        <Sparkline values={[7]} label={line} />
      </Row>
      <Row columns>
        <FactList>
          <Fact label={t(devWords.created)}>{t(devWords.createdValue)}</Fact>
          <Fact label={t(devWords.author)}>{t(devWords.person)}</Fact>
        </FactList>
      </Row>
    </>
  );
}
