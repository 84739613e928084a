import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminAccountRow, AdminUserRow } from '#contracts/admin/admin.ts';
import type { OwnerProposalRow } from '#contracts/admin/owner.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { staffAccessWords } from '../../words/staff-access.en.ts';
import { t } from '../../words/t.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import css from './OwnerCard.module.css';
import { ProposeOwnerDialog } from './ProposeOwnerDialog.tsx';

function Frame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title}>
      <div className={css.card}>
        <div className={css.text}>
          <h2 className="t-card">
            <ShieldAlert size={18} aria-hidden />
            {title}
          </h2>
          <p className="t-small">{text}</p>
        </div>
        <div className={css.acts}>{children}</div>
      </div>
    </Card>
  );
}

function Proposed({ account, proposal }: { account: AdminAccountRow; proposal: OwnerProposalRow }) {
  const [open, setOpen] = useState<'agree' | 'turn-down' | null>(null);
  const { data: me } = useQuery(userQuery);
  const { name, email, staff, reason, ts_expires } = proposal;
  const shared = {
    on: account.id,
    given: { account_id: account.id, proposal_id: proposal.id },
    onClose: () => setOpen(null),
  };
  return (
    <Frame
      title={t(staffAccessWords.proposedTitle, { name })}
      text={t(staffAccessWords.proposedText, { staff: staff.name, until: dateTimeIn('UTC', ts_expires), reason })}
    >
      <Button onClick={() => setOpen('turn-down')}>{t(staffAccessWords.turnDown)}</Button>
      <Button
        variant="primary"
        disabledReason={me?.id === staff.id ? t(staffAccessWords.secondNeeded) : undefined}
        onClick={() => setOpen('agree')}
      >
        {t(staffAccessWords.agree)}
      </Button>
      {open === 'agree' ? (
        <ReasonDialog
          act="agreeToOwner"
          {...shared}
          title={t(staffAccessWords.askAgree, { name })}
          text={t(staffAccessWords.agreeText, { name, email, company: account.name })}
          confirmLabel={t(staffAccessWords.agree)}
          danger={false}
        />
      ) : null}
      {open === 'turn-down' ? (
        <ReasonDialog
          act="turnOwnerDown"
          {...shared}
          title={t(staffAccessWords.askTurnDown)}
          text={t(staffAccessWords.turnDownText, { name })}
          confirmLabel={t(staffAccessWords.turnDown)}
        />
      ) : null}
    </Frame>
  );
}

/** Says that no owner of an account can sign in, and leads to a new one: one member of staff proposes, a second one answers. */
export function OwnerCard({ account, people }: { account: AdminAccountRow; people: readonly AdminUserRow[] }) {
  const [proposing, setProposing] = useState(false);
  if (!account.owner_missing) return null;
  if (account.owner_proposal) return <Proposed account={account} proposal={account.owner_proposal} />;
  return (
    <Frame title={t(staffAccessWords.noOwnerTitle)} text={t(staffAccessWords.noOwnerText)}>
      <Button onClick={() => setProposing(true)}>{t(staffAccessWords.propose)}</Button>
      {proposing ? <ProposeOwnerDialog account={account} people={people} onClose={() => setProposing(false)} /> : null}
    </Frame>
  );
}
