import type { Page } from 'playwright-core';
import { type Area, failing, holdBack, inTurn, press, type State } from '../state.ts';

const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text);
const link =
  (purpose: string, same_browser = false) =>
  (page: Page) =>
    page.route('**/api/link/look', (route) =>
      route.fulfill({
        json: { data: { purpose, email: 'kim@harbour.example', company: 'Northfold', same_browser } },
      }),
    );
const answered = (pattern: string, status: number, json: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status, json }));
const both =
  (...answers: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const answer of answers) await answer(page);
  };
const inUse = {
  code: 'AlreadyInTeam',
  message: "You're already in a team. You can join another one once your own account has no apps and no other members.",
  errors: [],
};
const account = inTurn(
  fill('Full name', 'Kim Hall'),
  fill('Company name', 'Harbour'),
  fill('Email', 'kim@harbour.example'),
  fill('Password', 'six-or-more'),
  fill('Repeat password', 'six-or-more'),
  (page) => page.getByRole('checkbox').check(),
);
const answer = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).check();
const lookup =
  (...apps: readonly object[]) =>
  (page: Page) =>
    page.route('**/api/registration/find_app*', (route) => route.fulfill({ json: { data: apps } }));
const inStore = {
  store_id: 'com.skylark.isles',
  store_type: 'android',
  title: 'Skylark Isles',
  developer: 'Northfold Games',
  category: 'Adventure',
  icon: null,
  url: 'https://play.google.com/store/apps/details?id=com.skylark.isles',
};
const profile = inTurn(account, press('Continue'), answer('Yes'), fill('App ID', 'com.skylark.isles'));
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const refused = (code: string, message: string) => (page: Page) =>
  page.route('**/api/login', (route) =>
    route.fulfill({ status: 403, json: { status: 403, code, message, errors: [] } }),
  );
const signIn = inTurn(fill('Email', 'kim@harbour.example'), fill('Password', 'wrong'), press('Sign in'));

const asked = (methods: readonly string[]) =>
  answered('**/api/login', 200, { data: { methods }, message: 'second_factor' });
/** Answers the password one way, and whatever is sent with it another. */
const then = (first: object, status: number, json: object) => (page: Page) =>
  page.route('**/api/login', (route) =>
    Object.keys(route.request().postDataJSON()).length === 2
      ? route.fulfill({ json: first })
      : route.fulfill({ status, json }),
  );
const atCode = (code: string, message: string, more: object = {}) => ({
  code,
  message,
  errors: [{ path: 'otp_code', message, ...more }],
});
const wrongCode = (tries_left: number) =>
  atCode('OtpCodeNotValid', 'The code is incorrect. Please try again.', { tries_left });
const texted = { data: null, message: 'otp_code_sent' };
const typed = inTurn(signIn, (page) => page.getByLabel('6-digit code').fill('481723'), press('Confirm'));

/** The page of an installation with both providers. */
const withProviders = (page: Page) =>
  page.route(/\/(login|register)(\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const meta = '<meta name="social" content="google linkedin" /></head>';
    return route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', meta) });
  });
const unknown = (page: Page) =>
  page.route('**/api/linkedin_login', (route) =>
    route.fulfill({
      status: 404,
      headers: { 'x-social-ticket': 'ticket' },
      json: { code: 'LinkedinLogin', message: 'No one here uses this LinkedIn account yet.', errors: [] },
    }),
  );
const back = 'code=word&state=word';

const states: readonly State[] = [
  { name: 'login-social', path: '/login', answers: withProviders },
  { name: 'register-social', path: '/register', answers: withProviders },
  {
    name: 'register-by-linkedin',
    path: `/linkedin?${back}`,
    answers: unknown,
    reach: shows('LinkedIn has shared'),
    part: 'page',
  },
  {
    name: 'register-by-linkedin-profile',
    path: `/linkedin?${back}`,
    answers: unknown,
    reach: inTurn(fill('Company name', 'Harbour'), (page) => page.getByRole('checkbox').check(), press('Continue')),
    part: 'page',
  },
  { name: 'google-waiting', path: `/google?${back}`, answers: holdBack('**/api/google_login') },
  {
    name: 'google-failed',
    path: `/google?${back}`,
    answers: answered('**/api/google_login', 401, {
      code: 'SocialLoginFailed',
      message: "We couldn't sign you in with Google. Try again, or use your email and password.",
      errors: [],
    }),
    reach: shows("We couldn't sign you in"),
    part: 'page',
  },
  {
    name: 'google-second-step',
    path: `/google?${back}`,
    answers: answered('**/api/google_login', 200, {
      data: { methods: ['passkey', 'totp', 'sms', 'recovery_code'] },
      message: 'second_factor',
    }),
    reach: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'google-phone-number',
    path: `/google?${back}`,
    answers: answered('**/api/google_login', 403, {
      code: 'PhoneNumberRequired',
      message: 'Your account asks for a code by text message. Enter your phone number.',
      errors: [],
    }),
    reach: (page) => page.getByRole('textbox', { name: 'Phone number' }).waitFor(),
  },
  {
    name: 'google-away',
    path: `/google?${back}`,
    answers: answered('**/api/google_login', 503, {
      code: 'SocialLoginUnavailable',
      message: "Google isn't answering right now. Try again in a moment, or use your email and password.",
      errors: [],
    }),
    reach: shows("isn't answering"),
    part: 'page',
  },
  { name: 'login', path: '/login' },
  { name: 'login-help', path: '/login/help' },
  { name: 'login-help-of-owner', path: '/login/help', as: 'owner' },
  {
    name: 'login-help-topic',
    path: '/login/help',
    reach: (page) => page.getByText('You lost your phone or authenticator app').click(),
    part: 'page',
  },
  { name: 'login-unfilled', path: '/login', reach: press('Sign in'), part: 'page' },
  {
    name: 'login-wrong',
    path: '/login',
    answers: refused('InvalidCredentials', 'E-mail or password is wrong.'),
    reach: signIn,
    part: 'page',
  },
  {
    name: 'login-unverified',
    path: '/login',
    answers: refused('EmailNotVerified', 'Verify your email first.'),
    reach: signIn,
    part: 'page',
  },
  { name: 'login-waiting', path: '/login', answers: holdBack('**/api/login'), reach: signIn, part: 'page' },
  {
    name: 'login-second-step',
    path: '/login',
    answers: asked(['totp', 'sms', 'recovery_code']),
    reach: signIn,
  },
  {
    name: 'login-recovery-code',
    path: '/login',
    answers: asked(['totp', 'recovery_code']),
    reach: inTurn(signIn, press('Use a recovery code')),
  },
  {
    name: 'login-wrong-code',
    path: '/login',
    answers: then({ data: { methods: ['totp', 'recovery_code'] }, message: 'second_factor' }, 422, wrongCode(3)),
    reach: typed,
  },
  {
    name: 'login-wrong-text-code',
    path: '/login',
    answers: then(texted, 422, wrongCode(3)),
    reach: inTurn(typed, shows('3 tries left')),
  },
  {
    name: 'login-code-shut',
    path: '/login',
    answers: then(texted, 422, wrongCode(0)),
    reach: inTurn(typed, shows('no longer works')),
  },
  {
    name: 'login-expired-code',
    path: '/login',
    answers: then(texted, 422, atCode('OtpCodeExpired', 'The code has expired.')),
    reach: typed,
  },
  {
    name: 'login-too-many-codes',
    path: '/login',
    answers: then({ data: { methods: ['totp', 'recovery_code'] }, message: 'second_factor' }, 429, {
      code: 'TooManyRequests',
      message: 'Too many wrong codes. Wait a while and try again.',
      errors: [],
    }),
    reach: typed,
  },
  {
    name: 'login-phone-number',
    path: '/login',
    answers: refused('PhoneNumberRequired', 'Your account asks for a code by text message. Enter your phone number.'),
    reach: inTurn(signIn, (page) => page.getByRole('textbox', { name: 'Phone number' }).waitFor()),
  },
  { name: 'register', path: '/register' },
  { name: 'register-unfilled', path: '/register', reach: press('Continue'), part: 'page' },
  { name: 'register-profile', path: '/register', reach: inTurn(account, press('Continue')), part: 'page' },
  {
    name: 'register-profile-unfilled',
    path: '/register',
    reach: inTurn(account, press('Continue'), (page) =>
      page.getByRole('button', { name: 'Create Account' }).last().click(),
    ),
    part: 'page',
  },
  {
    name: 'register-referral',
    path: '/register?referral=K7MPX2',
    answers: (page) =>
      page.route('**/api/account/referral_check', (route) =>
        route.fulfill({ json: { data: { valid: true }, message: 'Correct Code' } }),
      ),
    reach: inTurn(press('Check'), shows('Correct Code')),
    part: 'page',
  },
  {
    name: 'register-app-found',
    path: '/register',
    answers: lookup(inStore),
    reach: inTurn(profile, shows('Northfold Games')),
    part: 'page',
  },
  {
    name: 'register-app-missing',
    path: '/register',
    answers: lookup(),
    reach: inTurn(profile, shows("We couldn't find your app on store")),
    part: 'page',
  },
  {
    name: 'register-app-refused',
    path: '/register',
    reach: inTurn(
      account,
      press('Continue'),
      answer('Not yet'),
      answer('Web'),
      answer('Marketing'),
      answer('Sales'),
      fill('Web address', 'instagram.com'),
      (page) => page.getByRole('button', { name: 'Create Account' }).last().click(),
      shows('Stories are for your own app'),
    ),
    part: 'screen',
  },
  { name: 'app-info', path: '/app-info', as: 'newcomer' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'successful', path: '/successful' },
  {
    name: 'digest-ended',
    path: '/digest/end/word',
    answers: answered('**/api/digest/end', 200, { data: { digest: 'none', before: 'weekly' } }),
  },
  { name: 'digest-not-ended', path: '/digest/end/word', answers: failing('**/api/digest/end') },
  { name: 'digest-link-broken', path: '/digest/end/word' },
  { name: 'password-reset', path: '/password-reset/word', answers: link('reset_password') },
  { name: 'password-reset-checking', path: '/password-reset/word', answers: holdBack('**/api/link/look') },
  { name: 'password-reset-expired', path: '/password-reset/word', answers: link('verify_email') },
  { name: 'join', path: '/join/word', answers: link('invitation') },
  {
    name: 'join-unfilled',
    path: '/join/word',
    answers: link('invitation'),
    reach: press('Join team'),
    part: 'page',
  },
  { name: 'join-registered', path: '/join-registered/word', answers: link('join_registered') },
  {
    name: 'join-registered-joined',
    path: '/join-registered/word',
    answers: both(link('join_registered'), answered('**/api/join-team', 200, { data: {} })),
    reach: press('Join team'),
    part: 'page',
  },
  {
    name: 'join-registered-in-use',
    path: '/join-registered/word',
    answers: both(link('join_registered'), answered('**/api/join-team', 409, inUse)),
    reach: press('Join team'),
    part: 'page',
  },
  { name: 'join-of-somebody-else', path: '/join/word', as: 'owner', answers: link('invitation') },
  { name: 'verification', path: '/verification/word', answers: link('verify_email', true) },
  { name: 'verification-checking', path: '/verification/word', answers: holdBack('**/api/link/look') },
  { name: 'verification-unanswered', path: '/verification/word', answers: failing('**/api/link/look', 503) },
  { name: 'verification-elsewhere', path: '/verification/word', answers: link('verify_email') },
  {
    name: 'verification-wrong-password',
    path: '/verification/word',
    answers: both(
      link('verify_email'),
      answered('**/api/verification', 422, {
        code: 'PasswordWrong',
        message: "The password isn't correct.",
        errors: [{ path: 'password', message: "The password isn't correct." }],
      }),
    ),
    reach: inTurn(fill('Password', 'wrong'), press('Verify email')),
    part: 'page',
  },
  {
    name: 'verification-new-password',
    path: '/verification/word',
    answers: link('verify_email'),
    reach: press("I didn't choose one"),
    part: 'page',
  },
  { name: 'verification-of-change', path: '/verification/word', answers: link('confirm_email_change') },
  { name: 'verification-of-undo', path: '/verification/word', answers: link('undo_email_change') },
  { name: 'verification-expired', path: '/verification/word' },
  { name: 'logout-asks', path: '/logout', as: 'owner' },
  { name: 'login-as-expired', path: '/login_as' },
];

/** Pages for those who are not signed in. */
export const authStates: Area = { area: 'auth', as: 'nobody', states };
