import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { authWords } from '../../words/auth.en.ts';
import { dealWords } from '../../words/deals.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';

/** Uses a deal code for the account of who is signed in; what refuses it is said below the button. */
export function DealForAccount({ code }: { code: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const redeem = async () => {
    setBusy(true);
    try {
      await http.put('/account/profile', { appsumo_token: code });
      navigate('/settings/payment', { replace: true });
    } catch (error) {
      setRefused(errorText(error) ?? null);
      setBusy(false);
    }
  };
  return (
    <>
      <h1>{t(dealWords.title)}</h1>
      <p className={css.lead}>{t(authWords.dealGood)}</p>
      <div className={css.form}>
        <Button variant="primary" size="large" block loading={busy} onClick={redeem}>
          {t(dealWords.use)}
        </Button>
      </div>
      {refused ? (
        <p className={css.after} role="alert">
          {refused}
        </p>
      ) : null}
      <p className={css.after}>
        <Link to="/">{t(authWords.goToDashboard)}</Link>
      </p>
    </>
  );
}
