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
const refused = (code: string, message: string) => (page: Page) =>
  page.route('**/api/login', (route) =>
    route.fulfill({ status: 403, json: { status: 403, code, message, errors: [] } }),
  );
const signIn = inTurn(fill('Email', 'kim@harbour.example'), fill('Password', 'wrong'), press('Sign in'));

const states: readonly State[] = [
  { name: 'login', path: '/login' },
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
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'successful', path: '/successful' },
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
