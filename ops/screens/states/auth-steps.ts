import type { Page } from 'playwright-core';
import { allOf, answered, inTurn, press, type State } from '../state.ts';

/** Fills the field of this label. */
export const fillIn = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).fill(text);
/** Waits for a text. */
export const showsText = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
/** The link of a mail, as the server knows it. */
export const link =
  (purpose: string, same_browser = false) =>
  (page: Page) =>
    page.route('**/api/link/look', (route) =>
      route.fulfill({
        json: { data: { purpose, email: 'kim@harbour.example', company: 'Northfold', same_browser } },
      }),
    );
/** The sign-in refuses, for this reason. */
export const refused = (code: string, message: string) => (page: Page) =>
  page.route('**/api/login', (route) =>
    route.fulfill({ status: 403, json: { status: 403, code, message, errors: [] } }),
  );
/** A password is typed and sent. */
export const typePassword = inTurn(
  fillIn('Email', 'kim@harbour.example'),
  fillIn('Password', 'wrong'),
  press('Sign in'),
);

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
const typed = inTurn(typePassword, (page) => page.getByLabel('6-digit code').fill('481723'), press('Confirm'));

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Storyrail:kim@harbour.example?secret=${secret}&issuer=Storyrail`;
const settingUp = { data: { secret, uri }, message: 'authenticator_setup' };
const numberWanted = {
  code: 'PhoneNumberRequired',
  message: 'Your account asks for a code by text message. Enter your phone number.',
  errors: [],
};
const claims = Buffer.from(JSON.stringify({ sub: '0190a000-0000-7000-8000-000000000000' })).toString('base64');
const session = { data: { token: `of.${claims}.kim`, expires_in: 3600 }, message: null };
const codes = ['rtgef-etrku', 'z8b2v-az92e', 'ebyah-h9ydf', 'dkbab-nek9n', 'rp9tr-u69kd'];
/** Wants a number, and answers a number with a code, the wish for an app with its secret and a code of that with a session. */
const wantsNumber = (path: string) => (page: Page) =>
  page.route(path, (route) => {
    const sent = route.request().postDataJSON();
    if (sent.totp_code) return route.fulfill({ json: session });
    if (sent.method === 'totp') return route.fulfill({ json: settingUp });
    if (sent.phone_number) return route.fulfill({ json: texted });
    return route.fulfill({ status: 403, json: numberWanted });
  });
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).click();
const number = inTurn(
  (page) => page.getByRole('textbox', { name: 'Phone number' }).fill('(201) 555-0123'),
  inDialog('Text me a code'),
  (page) => page.getByText(/left$/).first().waitFor(),
);
const setUp = inTurn(inDialog('Set up authenticator app'), (page) => page.getByLabel('6-digit code').waitFor());

/** The second steps of a sign-in. */
export const stepStates: readonly State[] = [
  {
    name: 'login-second-step',
    path: '/login',
    answers: asked(['totp', 'sms', 'recovery_code']),
    reach: typePassword,
  },
  {
    name: 'login-recovery-code',
    path: '/login',
    answers: asked(['totp', 'recovery_code']),
    reach: inTurn(typePassword, press('Use a recovery code')),
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
    reach: inTurn(typed, showsText('3 tries left')),
  },
  {
    name: 'login-code-shut',
    path: '/login',
    answers: then(texted, 422, wrongCode(0)),
    reach: inTurn(typed, showsText('no longer works')),
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
    reach: inTurn(typePassword, (page) => page.getByRole('textbox', { name: 'Phone number' }).waitFor()),
  },
  {
    name: 'login-passkey',
    path: '/login',
    named: true,
    answers: asked(['passkey', 'totp', 'recovery_code']),
    reach: inTurn(typePassword, (page) => page.getByRole('button', { name: 'Use passkey' }).waitFor()),
  },
  {
    name: 'login-text-code',
    path: '/login',
    answers: answered('**/api/login', 200, texted),
    reach: inTurn(typePassword, (page) => page.getByLabel('6-digit code').fill('481')),
  },
  {
    name: 'login-phone-number-code',
    path: '/login',
    answers: wantsNumber('**/api/login'),
    reach: inTurn(typePassword, number),
  },
  {
    name: 'login-set-up-app',
    path: '/login',
    answers: wantsNumber('**/api/login'),
    reach: inTurn(typePassword, setUp),
  },
  {
    name: 'login-new-recovery-codes',
    path: '/login',
    answers: allOf(
      wantsNumber('**/api/login'),
      answered('**/api/user/recovery_codes', 200, { data: { codes: [...codes, ...codes.toReversed()] } }),
    ),
    reach: inTurn(typePassword, setUp, fillIn('6-digit code', '481723'), press('Confirm'), (page) =>
      page.getByText(codes[0]!).first().waitFor(),
    ),
  },
];

const joining = inTurn(
  fillIn('Full name', 'Kim Hall'),
  fillIn('Password', 'six-or-more'),
  fillIn('Repeat password', 'six-or-more'),
  (page) => page.getByRole('checkbox').check(),
  press('Join team'),
);
const invited = allOf(link('invitation'), wantsNumber('**/api/register-invited-user'));
const join = { path: '/join/word', answers: invited };

/** Joining a team in which everyone has a second factor. */
export const joinStepStates: readonly State[] = [
  { ...join, name: 'join-phone-number', reach: inTurn(joining, (page) => page.getByLabel('Country').waitFor()) },
  { ...join, name: 'join-phone-number-code', reach: inTurn(joining, number) },
  { ...join, name: 'join-set-up-app', reach: inTurn(joining, setUp) },
];
