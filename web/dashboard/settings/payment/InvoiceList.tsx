import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import { ChevronDown, Download, ReceiptText } from 'lucide-react';
import { useNotify } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { money } from '#contracts/subscription/money.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { download } from '../../api/download.ts';
import { errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { saveFile } from '../../csv/save-file.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge, type BadgeKind } from '../../kit/text/Badge.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import css from './InvoiceList.module.css';

const statuses: Record<InvoiceRow['status'], [BadgeKind, string]> = {
  paid: ['active', t(paymentWords.paidBadge)],
  open: ['waiting', t(paymentWords.openBadge)],
  uncollectible: ['danger', t(paymentWords.unpaidBadge)],
};

/** Takes the PDF of an invoice: from here, or, where the payment provider made it, from there. */
const takePdf = async ({ number, invoice_pdf, hosted }: InvoiceRow): Promise<void> => {
  const path = invoice_pdf.replace(/^\/api/, '');
  if (!hosted) return saveFile(`${number}.pdf`, await download(path, undefined));
  const { url } = await http.get<{ url: string }>(path);
  window.location.assign(url);
};

function Pdf({ row }: { row: InvoiceRow }) {
  const notify = useNotify();
  const save = useMutation({
    mutationFn: () => takePdf(row),
    onError: (error) => {
      const text = errorText(error);
      if (text) notify(text, { type: 'error' });
    },
  });
  return (
    <IconButton
      size="small"
      label={t(paymentWords.downloadPdf, { number: row.number })}
      icon={<Download />}
      aria-busy={save.isPending || undefined}
      onClick={() => {
        if (!save.isPending) save.mutate();
      }}
    />
  );
}

function Lines({ row: { lines, from_credit, amount_due, viewers } }: { row: InvoiceRow }) {
  const { digest, signature, key_id } = viewers ?? {};
  const proof = [
    [t(paymentWords.digest), digest],
    [t(paymentWords.signature), digest && signature],
    [t(paymentWords.signingKey), digest && key_id],
  ] as const;
  return (
    <dl className={css.lines}>
      {lines.map(({ description, amount }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and none moves
        <div key={place}>
          <dt>{description}</dt>
          <dd className="num">{money(amount)}</dd>
        </div>
      ))}
      {from_credit > 0 ? (
        <div>
          <dt>{t(paymentWords.fromCredit)}</dt>
          <dd className="num">{money(-from_credit)}</dd>
        </div>
      ) : null}
      <div data-sum>
        <dt>{t(paymentWords.sum)}</dt>
        <dd className="num">{money(amount_due)}</dd>
      </div>
      {proof.map(([label, value]) =>
        value ? (
          <div key={label} data-proof>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function InvoicesCard({ children }: { children: ReactNode }) {
  return (
    <Card as="section" padded={false} className={css.root} aria-label={t(paymentWords.invoices)}>
      <h3 className={`t-card ${css.title}`}>{t(paymentWords.invoices)}</h3>
      {children}
    </Card>
  );
}

/** Properties of an InvoiceList: how its pages were read, what is said where there are none, and what can be done with an invoice. */
export interface InvoiceListProps<Row extends InvoiceRow> {
  found: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>;
  noneText: string;
  act?: ((row: Row) => ReactNode) | undefined;
}

const columnsOf = <Row extends InvoiceRow>(
  open: string | null,
  onOpen: (id: string | null) => void,
  act: InvoiceListProps<Row>['act'],
): Column<Row>[] => [
  {
    id: 'number',
    label: t(paymentWords.number),
    render: ({ id, number }) => (
      <span className={css.number}>
        <IconButton
          size="small"
          label={t(open === id ? paymentWords.hideLines : paymentWords.showLines, { number })}
          icon={<ChevronDown />}
          aria-expanded={open === id}
          noTooltip
          onClick={() => onOpen(open === id ? null : id)}
        />
        {number}
      </span>
    ),
  },
  {
    id: 'date',
    label: t(paymentWords.date),
    render: ({ created }) => <span className="num">{dateIn('UTC', created)}</span>,
  },
  {
    id: 'for',
    label: t(paymentWords.for),
    render: ({ lines }) => (
      <span className={css.for}>
        {(lines.find(({ amount }) => amount > 0) ?? lines[0])?.description}
        {lines.length > 1 ? <Badge kind="neutral">{`+${lines.length - 1}`}</Badge> : null}
      </span>
    ),
  },
  {
    id: 'amount',
    label: t(paymentWords.amount),
    align: 'right',
    render: ({ amount_due }) => <strong className={css.amount}>{money(amount_due)}</strong>,
  },
  {
    id: 'status',
    label: t(paymentWords.status),
    render: ({ status }) => <Badge kind={statuses[status][0]}>{statuses[status][1]}</Badge>,
  },
  ...(act ? [{ id: 'act', label: t(paymentWords.acts), head: false, align: 'right' as const, render: act }] : []),
  { id: 'pdf', label: t(paymentWords.pdf), head: false, width: 56, render: (row) => <Pdf row={row} /> },
];

/** Invoices of an account, page by page, each with its lines below when it is unfolded. */
export function InvoiceList<Row extends InvoiceRow>({ found, noneText, act }: InvoiceListProps<Row>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found;
  const [open, setOpen] = useState<string | null>(null);
  if (!data)
    return (
      <InvoicesCard>
        {error ? (
          <ErrorState bare title={t(paymentWords.invoicesDidNotLoad)} onRetry={() => void refetch()} />
        ) : (
          <div className={css.wait}>
            <Loading label={t(paymentWords.loadingInvoices)} />
            <Skeleton height={132} radius={8} />
          </div>
        )}
      </InvoicesCard>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <InvoicesCard>
        <EmptyState art={<ReceiptText size={28} aria-hidden />} title={t(paymentWords.noInvoices)} text={noneText} />
      </InvoicesCard>
    );
  return (
    <InvoicesCard>
      <Table
        caption={t(paymentWords.invoices)}
        columns={columnsOf(open, setOpen, act)}
        rows={rows}
        rowKey={({ id }) => id}
        selected={({ id }) => id === open}
        detail={(row) => (row.id === open ? <Lines row={row} /> : null)}
      />
      {hasNextPage ? (
        <div className={css.more}>
          <Button size="small" variant="quiet" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(paymentWords.showMore)}
          </Button>
        </div>
      ) : null}
    </InvoicesCard>
  );
}
