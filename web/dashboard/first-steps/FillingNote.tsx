import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../shell/session/session-value.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';

/** Says that the demo account is still being filled; what was read until then is read again once it is complete. */
export function FillingNote() {
  const { filling } = useSession().account;
  const client = useQueryClient();
  useEffect(() => (filling ? () => void client.invalidateQueries() : undefined), [filling, client]);
  return (
    <p role="status" className={filling ? 't-small' : 'visually-hidden'}>
      {filling ? t(homeWords.demoFilling) : null}
    </p>
  );
}
