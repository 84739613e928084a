import { Mail } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { reportsWords } from '../../words/reports.en.ts';
import { t } from '../../words/t.ts';
import type { FiguresScope } from '../use-scope.ts';
import css from './ReportEntry.module.css';
import { useReportDrawer } from './use-report-drawer.ts';

const ReportDrawer = lazy(() => import('./ReportDrawer.tsx'));

/** Opens the reports by email of what the page shows; the address says that they are open. */
export function ReportEntry({ scope }: { scope: FiguresScope }) {
  const { isOpen, open, close } = useReportDrawer();
  return (
    <>
      <Button size="toolbar" icon={<Mail aria-hidden />} aria-haspopup="dialog" onClick={open}>
        <span>{t(reportsWords.emailReport, { more: (parts) => <span className={css.more}>{parts}</span> })}</span>
      </Button>
      {isOpen ? (
        <LazyPart onFailed={close}>
          <ReportDrawer scope={scope} onClose={close} />
        </LazyPart>
      ) : null}
    </>
  );
}
