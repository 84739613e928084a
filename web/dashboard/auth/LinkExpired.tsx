import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { AuthLayout } from './AuthLayout.tsx';

/** Says that a mailed link no longer works; `next` offers the way on. */
export function LinkExpired({ text, next }: { text: string; next: ReactNode }) {
  return (
    <AuthLayout title="Link Expired">
      <span className="auth-tile">
        <Link2Off size={22} aria-hidden />
      </span>
      <h1>Link Expired</h1>
      <p className="auth-lead">{text}</p>
      <div className="auth-links">{next}</div>
    </AuthLayout>
  );
}
