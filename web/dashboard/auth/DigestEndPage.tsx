import { Link, useParams } from 'react-router';
import type { Digest } from '#contracts/notification/types.ts';
import { http } from '../api/http.ts';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { MailEnd } from './MailEnd.tsx';

/** What the digest is now, and what it was when it was last on. */
interface Changed {
  digest: Digest;
  before: Digest;
}

/** Ends the email digest by the link in it, and brings it back as it was. */
export function Component() {
  const { token = '' } = useParams();
  return (
    <MailEnd<Changed>
      end={() => http.post('/digest/end', { token }, { auth: 'none' })}
      start={async ({ before }) => {
        const digest = before === 'none' ? {} : { digest: before };
        const changed = await http.post<Changed>('/digest/start', { token, ...digest }, { auth: 'none' });
        return { digest: changed.digest, before };
      }}
      isEnded={({ digest }) => digest === 'none'}
      title={t(authWords.digest)}
      question={t(authWords.digestQuestion)}
      stop={t(authWords.digestStop)}
      notEnded={t(authWords.digestNotEnded)}
      broken={t(authWords.digestLinkBroken)}
      startAgain={t(authWords.digestStart)}
      ended={() => t(authWords.digestEnded)}
      started={() => t(authWords.digestStarted)}
      note={t(authWords.digestSettings, { a: (parts) => <Link to="/settings/user#notifications">{parts}</Link> })}
    />
  );
}
