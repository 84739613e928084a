import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { PromoCodeList } from './PromoCodeList.tsx';

/** The codes that take something off invoices. */
export function Component() {
  return (
    <AdminPage title={t(promoCodeWords.title)} utc>
      <PromoCodeList />
    </AdminPage>
  );
}
