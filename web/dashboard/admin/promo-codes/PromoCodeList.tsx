import { Download, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import {
  ExportButton,
  FilterButton,
  List,
  Pagination,
  TopToolbar,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { adminPageSizes } from '#contracts/admin/admin.ts';
import type { PromoCodeRow, PromoState } from '#contracts/admin/promo-code.ts';
import { ApiError } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { Badge, type BadgeKind } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { offText } from '../../settings/payment/discounted.ts';
import { adminWords } from '../../words/admin.en.ts';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { t } from '../../words/t.ts';
import css from '../FieldParts.module.css';
import { MomentField } from '../fields.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { filterInputs } from '../list/filter-inputs.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { promoCodeFilters } from '../list/list-filters.ts';
import { useCsvExporter } from '../list/use-csv-exporter.ts';
import { asCsv } from '../provider/admin-provider.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { MakeCodeDialog } from './MakeCodeDialog.tsx';

const newestFirst = { field: 'ts_created', order: 'DESC' } as const;
const rowsPerPage = { select: { native: true, inputProps: { 'aria-label': t(adminWords.rows) } } };
const kinds: Record<PromoState, BadgeKind> = {
  active: 'active',
  ended: 'inactive',
  expired: 'inactive',
  used_up: 'neutral',
};

function CodeField() {
  const row = useRecordContext<PromoCodeRow>();
  return row ? <span className={css.strong}>{row.code}</span> : null;
}

function UsedField() {
  const row = useRecordContext<PromoCodeRow>();
  if (!row) return null;
  const { redemptions, max_redemptions: most } = row;
  return most === null ? exactNumber(redemptions) : t(promoCodeWords.usedOf, { count: redemptions, most });
}

function StateField() {
  const row = useRecordContext<PromoCodeRow>();
  return row ? <Badge kind={kinds[row.state]}>{t(promoCodeWords[row.state])}</Badge> : null;
}

function EndField() {
  const row = useRecordContext<PromoCodeRow>();
  const [asking, setAsking] = useState(false);
  const act = useStaffAct('endPromoCode', row?.id ?? '', { changes: [['promo-codes'], ['audit']] });
  if (!row || row.state === 'ended' || row.state === 'expired') return null;
  const { id, code } = row;
  return (
    <>
      <Button size="small" aria-label={t(promoCodeWords.endNamed, { code })} onClick={() => setAsking(true)}>
        {t(promoCodeWords.end)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(promoCodeWords.endQuestion, { code })}
        text={t(promoCodeWords.endText)}
        confirmLabel={t(promoCodeWords.endCode)}
        onConfirm={() => act.run({ id }).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Acts({ onMake }: { onMake: () => void }) {
  const { total } = useListContext();
  const exporter = useCsvExporter('promo-codes');
  return (
    <TopToolbar>
      <span className="t-small num" role="status">
        {total === undefined ? '' : t(promoCodeWords.count, { count: total })}
      </span>
      <FilterButton disableSaveQuery />
      {total ? <ExportButton exporter={exporter} meta={asCsv} icon={<Download size={16} aria-hidden />} /> : null}
      <Button size="toolbar" variant="primary" icon={<TicketPercent aria-hidden />} onClick={onMake}>
        {t(promoCodeWords.make)}
      </Button>
    </TopToolbar>
  );
}

function Rows() {
  const { filterValues } = useListContext();
  const none = (
    <EmptyState
      art={<TicketPercent size={32} aria-hidden />}
      title={t(promoCodeWords.none)}
      text={t(promoCodeWords.noneText)}
    />
  );
  const filtered = Object.keys(filterValues).length > 0;
  return (
    <AdminTable<PromoCodeRow>
      label={t(promoCodeWords.rows)}
      widthsName="admin.promo-codes"
      {...(!filtered && { none })}
    >
      <ListColumn source="code" label={t(promoCodeWords.code)} field={CodeField} />
      <ListColumn<PromoCodeRow> label={t(promoCodeWords.off)} render={(row) => offText(row)} />
      <ListColumn<PromoCodeRow>
        label={t(promoCodeWords.lasts)}
        render={({ months }) => (months === null ? t(promoCodeWords.once) : t(promoCodeWords.forMonths, { months }))}
      />
      <ListColumn source="redemptions" label={t(promoCodeWords.used)} align="right" field={UsedField} />
      <ListColumn source="ts_ends" label={t(promoCodeWords.ends)} field={MomentField} />
      <ListColumn label={t(promoCodeWords.state)} field={StateField} />
      <ListColumn source="ts_created" label={t(promoCodeWords.created)} field={MomentField} />
      <ListColumn label={t(promoCodeWords.actions)} head={false} align="right" field={EndField} last />
    </AdminTable>
  );
}

/** The promo codes that staff have made: found, sorted, in pages, made and ended. `onElsewhere`: they are not made here. */
export function PromoCodeList({ onElsewhere }: { onElsewhere: () => void }) {
  const [makes, setMakes] = useState(false);
  return (
    <>
      <List<PromoCodeRow>
        resource="promo-codes"
        title={false}
        filters={filterInputs(promoCodeFilters, t(promoCodeWords.searchExample))}
        actions={<Acts onMake={() => setMakes(true)} />}
        sort={newestFirst}
        perPage={20}
        pagination={<Pagination rowsPerPageOptions={[...adminPageSizes]} slotProps={rowsPerPage} />}
        empty={false}
        storeKey={false}
        queryOptions={{
          onError: (error: Error) => {
            if (error instanceof ApiError && error.code === 'PromoAtStripe') onElsewhere();
          },
        }}
        aria-label={t(promoCodeWords.rows)}
      >
        <Rows />
      </List>
      {makes ? <MakeCodeDialog onClose={() => setMakes(false)} /> : null}
    </>
  );
}
