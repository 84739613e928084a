import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TableCsv } from '../../csv/TableCsv.tsx';
import type { TableFile } from '../../csv/table-file.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import css from './DetailCard.module.css';

/** Properties of a DetailCard; `height` is that of its content, px. */
export interface DetailCardProps<Of> {
  title: string;
  text?: ReactNode;
  tools?: ReactNode;
  query: UseQueryResult<Of>;
  height: number;
  className?: string | undefined;
  /** Its table as a file; null while there is none to show. */
  file: (data: Of) => Omit<TableFile, 'countedAt'> | null;
  children: (data: Of) => ReactNode;
}

/** A card of one answer: its shape while it is awaited, and what went wrong where it did. */
export function DetailCard<Of>(props: DetailCardProps<Of>) {
  const { title, text, tools, query, height, className, file, children } = props;
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = query;
  const table = data === undefined ? null : file(data);
  return (
    <Card as="section" className={className} aria-label={title}>
      <div className={css.head}>
        <h2 className="t-card">{title}</h2>
        {tools || table ? (
          <div className={css.tools}>
            {tools}
            {table ? (
              <TableCsv
                title={title}
                file={() => ({ ...table, countedAt: dataUpdatedAt })}
                disabled={isPlaceholderData}
              />
            ) : null}
          </div>
        ) : null}
      </div>
      {text ? <p className="t-small">{text}</p> : null}
      {data !== undefined ? (
        <div className={css.body} aria-busy={isPlaceholderData || undefined}>
          {children(data)}
        </div>
      ) : isError ? (
        <ErrorState title={t(detailWords.didNotLoad)} text={t(detailWords.didNotLoadText)} onRetry={() => refetch()} />
      ) : (
        <>
          <Loading label={t(detailWords.loading)} />
          <Skeleton height={height} radius={8} />
        </>
      )}
    </Card>
  );
}
