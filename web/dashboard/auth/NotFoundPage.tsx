import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';

/** Shown for an address that no page has. */
export function Component() {
  return (
    <AuthLayout title="Page not found">
      <span className={css.tile}>
        <Compass size={22} aria-hidden />
      </span>
      <h1>Page not found</h1>
      <p className={css.lead}>There is nothing at this address. Perhaps the link is older than the page.</p>
      <div className={css.links}>
        <Link to="/">Back to your stories</Link>
      </div>
    </AuthLayout>
  );
}
