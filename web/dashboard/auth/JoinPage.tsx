import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';
import { dropSession } from '../api/session.ts';
import { Button } from '../kit/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { Loading } from '../kit/Skeleton.tsx';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { Consent } from './Consent.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useTell } from './open-messages.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useLaterSignIn } from './use-later-sign-in.ts';
import { useLinkCheck } from './use-link-check.ts';

/** Registers an invited person into the team that invited them. */
export function Component() {
  const { token = '' } = useParams();
  const tell = useTell();
  const link = useLinkCheck(token, 'invitation');
  const [expired, setExpired] = useState(false);
  const [joined, setJoined] = useState(false);
  useLaterSignIn(joined);
  const form = useAuthForm('join', {
    start: { name: '', password: '', confirm: '', gdpr: false },
    send: async ({ name, password, gdpr }) => {
      await http.post('/register-invited-user', { password, ...name, gdpr }, { auth: { token } });
      dropSession();
      tell("You've successfully signed up. Now you can login.", 'success');
      setJoined(true);
    },
    onRefused: (error) => {
      const gone = error instanceof ApiError && [401, 404, 410].includes(error.status);
      setExpired(gone);
      return gone;
    },
    fieldOf: (path) => (path === 'firstname' || path === 'lastname' ? 'name' : path),
  });
  if (expired || link.state === 'gone') {
    return (
      <LinkExpired text="This invitation has been used, was canceled or has expired. Ask the person who invited you for a new one." />
    );
  }
  if (joined) {
    return (
      <AuthLayout title="You are joining the team">
        <h1 role="status">You are joining the team</h1>
        <p className={css.lead}>The sign-in opens in a moment.</p>
        <div className={css.links}>
          <Link to="/login" replace>
            Sign in now
          </Link>
        </div>
      </AuthLayout>
    );
  }
  if (link.state === 'looking') {
    return (
      <AuthLayout title="Join your team">
        <h1>Join your team</h1>
        <Loading label="Checking your invitation" />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Join your team">
      <h1>Join your team</h1>
      <p className={css.lead}>
        {link.company ? `You've been invited to join ${link.company}.` : "You've been invited to join a team."}
      </p>
      <form className={css.form} {...form.element}>
        <FormTextField
          control={form.control}
          name="name"
          label="Full name"
          size="large"
          autoComplete="name"
          autoFocus
        />
        <FormPasswordField
          control={form.control}
          name="password"
          label="Password"
          size="large"
          autoComplete="new-password"
        />
        <FormPasswordField
          control={form.control}
          name="confirm"
          label="Repeat password"
          size="large"
          autoComplete="new-password"
        />
        <Consent control={form.control} name="gdpr" />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          Join the team
        </Button>
      </form>
    </AuthLayout>
  );
}
