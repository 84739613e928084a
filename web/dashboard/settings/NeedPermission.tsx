import { Lock } from 'lucide-react';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';

/** What people see whose role does not open a page. */
export function NeedPermission() {
  return (
    <Card>
      <EmptyState
        art={<Lock size={28} aria-hidden />}
        title="You need permission"
        text="Request access from your Account Owner"
      />
    </Card>
  );
}
