import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { paymentWords } from '../../../words/payment.en.ts';
import { t } from '../../../words/t.ts';
import { countriesQuery } from '../../account/countries-query.ts';
import { PayerDialog } from './PayerDialog.tsx';
import css from './PayerInfo.module.css';

/** Who pays and where they live, as later invoices say it, and the way to change that. */
export function PayerInfo({ customer }: { customer: PaymentCustomer }) {
  const { name, address } = customer;
  const [editing, setEditing] = useState(false);
  const { data: countries = [] } = useQuery({ ...countriesQuery, enabled: address !== null });
  const country = address && (countries.find(({ code }) => code === address.country)?.name ?? address.country);
  const region = address && [address.state, address.postal_code].filter(Boolean).join(' ');
  const lives = address && [address.line1, address.line2, address.city, region, country].filter(Boolean).join(', ');
  const isKnown = name !== null || address !== null;
  return (
    <Card as="section" className={css.root} aria-label={t(paymentWords.payer)}>
      {isKnown ? (
        <address className={css.text}>
          {name === null ? null : <strong>{name}</strong>}
          {address ? (
            <>
              <span>{lives}</span>
              {address.tax_id ? <span>{t(paymentWords.taxNumber, { number: address.tax_id })}</span> : null}
            </>
          ) : null}
        </address>
      ) : (
        <span className="t-small">{t(paymentWords.noPayer)}</span>
      )}
      <Button
        size="small"
        aria-label={t(isKnown ? paymentWords.editPayerNamed : paymentWords.addPayerNamed)}
        onClick={() => setEditing(true)}
      >
        {t(isKnown ? paymentWords.edit : paymentWords.add)}
      </Button>
      {editing ? <PayerDialog customer={customer} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
}
