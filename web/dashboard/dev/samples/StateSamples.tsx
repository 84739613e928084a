import { FlaskConical, Hourglass, ImagePlus, Plus } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { PartFailed } from '../../kit/states/PartFailed.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { LabelChip } from '../../kit/text/LabelChip.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

/** How a thing or a place stands: badges, labels, progress, loading, empty, failed. */
export function StateSamples() {
  const none = () => undefined;
  return (
    <>
      <Row>
        <Badge kind="active">{t(devWords.active)}</Badge>
        <Badge kind="inactive">{t(devWords.inactive)}</Badge>
        <Badge kind="waiting" icon={<Hourglass aria-hidden />}>
          {t(devWords.waiting)}
        </Badge>
        <Badge kind="test" icon={<FlaskConical aria-hidden />}>
          {t(devWords.test)}
        </Badge>
        <Badge kind="uploading">{t(devWords.uploading)}</Badge>
        <Badge kind="danger">{t(devWords.failed)}</Badge>
        <Badge kind="neutral">{t(devWords.neutral)}</Badge>
        <Badge kind="primary">{t(devWords.selected)}</Badge>
      </Row>
      <Row>
        <LabelChip>{t(devWords.vip)}</LabelChip>
        <LabelChip onRemove={none}>{t(devWords.north)}</LabelChip>
      </Row>
      <Row columns>
        <Progress value={0.64} label={t(devWords.progress)} />
        <span>
          <Loading label={t(devWords.loading)} />
          <Skeleton width="60%" />
          <Skeleton height={40} radius={8} style={{ marginTop: 8 }} />
        </span>
        <Skeleton width={40} height={40} round />
      </Row>
      <ErrorState title={t(devWords.errorTitle)} text={t(devWords.errorText)} onRetry={none} />
      <ErrorState title={t(devWords.errorTitle)} onRetry={none} bare />
      <PartFailed bare />
      <EmptyState
        art={<ImagePlus size={32} aria-hidden />}
        title={t(devWords.emptyTitle)}
        text={t(devWords.emptyText)}
        action={
          <Button variant="primary" icon={<Plus aria-hidden />}>
            {t(devWords.withIcon)}
          </Button>
        }
      />
    </>
  );
}
