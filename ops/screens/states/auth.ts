import type { Page } from 'playwright-core';
import { type Area, holdBack, inTurn, press, type State } from '../state.ts';

const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text);
const link = (purpose: string) => (page: Page) =>
  page.route('**/api/link/look', (route) => route.fulfill({ json: { data: { purpose, company: 'Northfold' } } }));
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
  { name: 'verification', path: '/verification/word', answers: holdBack('**/api/verification*') },
  { name: 'verification-expired', path: '/verification/word' },
  { name: 'login-as-expired', path: '/login_as' },
];

/** Pages for those who are not signed in. */
export const authStates: Area = { area: 'auth', as: 'nobody', states };
