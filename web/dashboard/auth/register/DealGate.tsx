import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { dealWords } from '../../words/deals.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';

/** Properties of a DealGate: the code of the address, and the address of the same page without one. */
export interface DealGateProps {
  code: string | undefined;
  without: string;
  children: ReactNode;
}

type Look = 'asking' | 'good' | { error: unknown };

const isWrong = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'DealUnknown' || error.code === 'DealUsed' || error.code === 'Invalid');

function useDealLook(code: string | undefined) {
  const [look, setLook] = useState<Look>(code ? 'asking' : 'good');
  const asking = look === 'asking';
  useEffect(() => {
    if (!asking || !code) return;
    let left = false;
    http.post('/payment/deal_check', { appsumo_token: code }, { auth: 'none' }).then(
      () => left || setLook('good'),
      (error: unknown) => left || setLook({ error }),
    );
    return () => {
      left = true;
    };
  }, [asking, code]);
  return { look, again: () => setLook('asking') };
}

/** Shows its content once the deal code of the address is known to be good; says what is wrong with it before anything is made. */
export function DealGate({ code, without, children }: DealGateProps) {
  const { search, state } = useLocation();
  const { look, again } = useDealLook(code);
  if (look === 'good') return children;
  const title = t(dealWords.title);
  return (
    <AuthLayout title={title}>
      {look === 'asking' ? (
        <Loading label={title} />
      ) : isWrong(look.error) ? (
        <>
          <h1>{t(dealWords.wrong)}</h1>
          <p className={css.lead} role="alert">
            {look.error.code === 'Invalid' ? t(dealWords.unreadable) : look.error.message}
          </p>
          <div className={css.links}>
            <Link to={without + search} state={state}>
              {t(dealWords.without)}
            </Link>
          </div>
        </>
      ) : (
        <ErrorState level={1} title={t(dealWords.notChecked)} text={errorText(look.error) ?? ''} onRetry={again} />
      )}
    </AuthLayout>
  );
}
