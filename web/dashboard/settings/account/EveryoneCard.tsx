import { useState } from 'react';
import { Card } from '../../kit/Card.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import { AskedFactor } from '../user/factors/AskedFactor.tsx';
import type { Asks } from '../user/factors/asks.ts';
import { EveryoneItem, EveryoneNote } from '../user/factors/Everyone.tsx';
import list from '../user/SessionsCard.module.css';

/** Whether everyone in the account signs in with a second step, and what asks for it. */
export function EveryoneCard() {
  const { account } = useSession();
  const [asks, setAsks] = useState<Asks | null>(null);
  return (
    <Card as="section" title={t(factorsWords.title)} aria-label={t(factorsWords.title)}>
      {account.sms_otp ? (
        <EveryoneNote />
      ) : (
        <ul className={list.list}>
          <EveryoneItem onAsk={setAsks} />
        </ul>
      )}
      <AskedFactor asks={asks} onAsk={setAsks} />
    </Card>
  );
}
