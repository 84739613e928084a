import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffInvoiceRow } from '#contracts/admin/billing.ts';
import { money } from '#contracts/subscription/money.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { InvoiceList } from '../../settings/payment/InvoiceList.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { AccountPlan } from './AccountPlan.tsx';
import css from './BillingTab.module.css';
import { accountBillingQuery, accountInvoicesQuery, billingChanges } from './billing-queries.ts';

function MarkPaid(props: { accountId: string; invoice: StaffInvoiceRow; onClose: () => void }) {
  const { accountId, invoice, onClose } = props;
  const { id, number, amount_due } = invoice;
  const act = useStaffAct('markInvoicePaid', id, { changes: billingChanges(accountId) });
  return (
    <ConfirmDialog
      open
      title={t(staffBillingWords.markQuestion, { number })}
      text={t(staffBillingWords.markText, { amount: money(amount_due) })}
      confirmLabel={t(staffBillingWords.markPaid)}
      danger={false}
      onConfirm={() => act.run({ account_id: accountId, invoice_id: id }).then(onClose)}
      onClose={onClose}
    />
  );
}

function AccountInvoices({ accountId }: { accountId: string }) {
  const [asked, setAsked] = useState<StaffInvoiceRow | null>(null);
  const found = useInfiniteQuery(accountInvoicesQuery(accountId));
  const act = (invoice: StaffInvoiceRow) =>
    invoice.waiting ? (
      <Button
        size="small"
        aria-label={t(staffBillingWords.markNamed, { number: invoice.number })}
        onClick={() => setAsked(invoice)}
      >
        {t(staffBillingWords.markPaid)}
      </Button>
    ) : null;
  const waits = found.data?.pages.some(({ rows }) => rows.some(({ waiting }) => waiting));
  return (
    <>
      <InvoiceList found={found} noneText={t(staffBillingWords.noInvoicesText)} act={waits ? act : undefined} />
      {asked ? <MarkPaid accountId={accountId} invoice={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** What an account pays for, and its invoices, with what staff do about them. */
export function BillingTab({ account }: { account: { id: string; name: string } }) {
  const billing = useQuery(accountBillingQuery(account.id));
  if (!billing.data)
    return billing.error ? (
      <ErrorState
        title={t(staffBillingWords.didNotLoad)}
        text={t(adminWords.didNotLoadText)}
        onRetry={() => void billing.refetch()}
      />
    ) : (
      <div className={css.columns}>
        <Loading label={t(staffBillingWords.loading)} />
        <Skeleton height={280} radius={12} />
        <Skeleton height={280} radius={12} />
      </div>
    );
  return (
    <div className={css.columns}>
      <AccountPlan account={account} billing={billing.data} />
      <AccountInvoices accountId={account.id} />
    </div>
  );
}
