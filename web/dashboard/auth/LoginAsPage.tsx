import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { UserRow } from '#contracts/user/rows.ts';
import { keepActing } from '../api/acting.ts';
import { http } from '../api/http.ts';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { LinkExpired } from './LinkExpired.tsx';

/** Opens the dashboard with a token of login-as; any other token is refused, so that no link signs somebody in. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const [failed, setFailed] = useState(!token);
  useEffect(() => {
    if (!token) return;
    http
      .get<UserRow>('/user', { auth: { token } })
      .then(({ login_as }) => {
        if (!login_as) return setFailed(true);
        keepActing({ token, ends_at: login_as.ts_end * 1000, back: '/admin/users' });
        window.location.replace('/');
      })
      .catch(() => setFailed(true));
  }, [token]);
  if (!failed) return <Loading label={t(authWords.signingIn)} />;
  return (
    <LinkExpired text={t(authWords.loginAsExpiredText)} next={<Link to="/admin/users">{t(authWords.toUsers)}</Link>} />
  );
}
