import type { Page } from 'playwright-core';
import { type Area, allOf, answered, failing, holdBack, inTurn, press, type State } from '../state.ts';
import { fillIn, joinStepStates, link, refused, showsText, stepStates, typePassword } from './auth-steps.ts';

const inUse = {
  code: 'AlreadyInTeam',
  message: "You're already in a team. You can join another one once your own account has no apps and no other members.",
  errors: [],
};
const account = inTurn(
  fillIn('Full name', 'Kim Hall'),
  fillIn('Company name', 'Harbour'),
  fillIn('Email', 'kim@harbour.example'),
  fillIn('Password', 'six-or-more'),
  fillIn('Repeat password', 'six-or-more'),
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
const profile = inTurn(account, press('Continue'), answer('Yes'), fillIn('App ID', 'com.skylark.isles'));

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
    reach: showsText('LinkedIn has shared'),
    part: 'page',
  },
  {
    name: 'register-by-linkedin-profile',
    path: `/linkedin?${back}`,
    answers: unknown,
    reach: inTurn(fillIn('Company name', 'Harbour'), (page) => page.getByRole('checkbox').check(), press('Continue')),
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
    reach: showsText("We couldn't sign you in"),
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
    reach: showsText("isn't answering"),
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
    reach: typePassword,
    part: 'page',
  },
  {
    name: 'login-unverified',
    path: '/login',
    answers: refused('EmailNotVerified', 'Verify your email first.'),
    reach: typePassword,
    part: 'page',
  },
  { name: 'login-waiting', path: '/login', answers: holdBack('**/api/login'), reach: typePassword, part: 'page' },
  ...stepStates,
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
    reach: inTurn(press('Check'), showsText('Correct Code')),
    part: 'page',
  },
  {
    name: 'register-app-found',
    path: '/register',
    answers: lookup(inStore),
    reach: inTurn(profile, showsText('Northfold Games')),
    part: 'page',
  },
  {
    name: 'register-app-missing',
    path: '/register',
    answers: lookup(),
    reach: inTurn(profile, showsText("We couldn't find your app on store")),
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
      fillIn('Web address', 'instagram.com'),
      (page) => page.getByRole('button', { name: 'Create Account' }).last().click(),
      showsText('Stories are for your own app'),
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
    reach: press('Stop these emails'),
  },
  { name: 'digest-asked', path: '/digest/end/word' },
  {
    name: 'digest-not-ended',
    path: '/digest/end/word',
    answers: failing('**/api/digest/end'),
    reach: press('Stop these emails'),
  },
  { name: 'digest-link-broken', path: '/digest/end/word', reach: press('Stop these emails') },
  {
    name: 'report-ended',
    path: '/report/end/word',
    answers: answered('**/api/report_schedule/leave', 200, {
      data: { name: 'Shop, every week', rhythm: 'weekly', is_recipient: false },
    }),
    reach: press('Stop these emails'),
  },
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
    answers: allOf(link('join_registered'), answered('**/api/join-team', 200, { data: {} })),
    reach: press('Join team'),
    part: 'page',
  },
  {
    name: 'join-registered-in-use',
    path: '/join-registered/word',
    answers: allOf(link('join_registered'), answered('**/api/join-team', 409, inUse)),
    reach: press('Join team'),
    part: 'page',
  },
  ...joinStepStates,
  { name: 'join-expired', path: '/join/word' },
  { name: 'join-registered-expired', path: '/join-registered/word' },
  { name: 'join-of-somebody-else', path: '/join/word', as: 'owner', answers: link('invitation') },
  { name: 'verification', path: '/verification/word', answers: link('verify_email', true) },
  { name: 'verification-checking', path: '/verification/word', answers: holdBack('**/api/link/look') },
  { name: 'verification-unanswered', path: '/verification/word', answers: failing('**/api/link/look', 503) },
  { name: 'verification-elsewhere', path: '/verification/word', answers: link('verify_email') },
  {
    name: 'verification-wrong-password',
    path: '/verification/word',
    answers: allOf(
      link('verify_email'),
      answered('**/api/verification', 422, {
        code: 'PasswordWrong',
        message: "The password isn't correct.",
        errors: [{ path: 'password', message: "The password isn't correct." }],
      }),
    ),
    reach: inTurn(fillIn('Password', 'wrong'), press('Verify email')),
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
