import { Tabs } from '../../kit/buttons/Tabs.tsx';
import { dealCodeWords } from '../../words/deal-codes.en.ts';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { t } from '../../words/t.ts';

const items = [
  { to: '/admin/promo-codes', label: t(promoCodeWords.title) },
  { to: '/admin/deal-codes', label: t(dealCodeWords.title) },
];

/** The ways between the pages of codes. */
export function CodeTabs() {
  return <Tabs label={t(promoCodeWords.kindsOfCodes)} items={items} />;
}
