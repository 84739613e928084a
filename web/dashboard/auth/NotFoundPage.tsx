import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { AuthLayout } from './AuthLayout.tsx';

/** Shown for an address that no page has. */
export function Component() {
  return (
    <AuthLayout title="Page not found">
      <span className="auth-tile">
        <Compass size={22} aria-hidden />
      </span>
      <h1>Page not found</h1>
      <p className="auth-lead">There is nothing at this address. Perhaps the link is older than the page.</p>
      <div className="auth-links">
        <Link to="/">Back to your stories</Link>
      </div>
    </AuthLayout>
  );
}
