import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { CodeTabs } from './CodeTabs.tsx';
import { PromoCodeList } from './PromoCodeList.tsx';

/** The codes that take something off invoices, or where they are made instead. */
export function Component() {
  const [elsewhere, setElsewhere] = useState(false);
  return (
    <AdminPage title={t(promoCodeWords.title)} utc>
      <CodeTabs />
      {elsewhere ? (
        <EmptyState
          art={<TicketPercent size={32} aria-hidden />}
          title={t(promoCodeWords.atStripe)}
          text={t(promoCodeWords.atStripeText)}
        />
      ) : (
        <PromoCodeList onElsewhere={() => setElsewhere(true)} />
      )}
    </AdminPage>
  );
}
