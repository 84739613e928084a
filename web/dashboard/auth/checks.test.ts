import t from 'tap';
import { email } from '#contracts/user/commands.ts';
import { ApiError, errorText, fieldErrors } from '../api/error.ts';
import { type AuthFormName, authForms } from './auth-forms.ts';
import { goToSignIn, nextPath } from './next-path.ts';
import { signInOf, wantedOf } from './social/way.ts';
import { splitName } from './split-name.ts';

const problem = (form: AuthFormName, field: string, values: Record<string, unknown>): string | null => {
  const issues = authForms[form].safeParse(values).error?.issues ?? [];
  return issues.find(({ path }) => path.join('.') === field)?.message ?? null;
};
const emailProblem = (email: string) => problem('forgot', 'email', { email });
const passwordProblem = (password: string) => problem('reset', 'password', { password, confirm: password });
const confirmProblem = (password: string, confirm: string) => problem('reset', 'confirm', { password, confirm });
const nameProblem = (name: string) => problem('join', 'name', { name });

const general = 'Error occurred while processing your request. Please contact Storyrail team.';

t.test('an e-mail has no empty part and no character that nobody sees, here and on the server', async (t) => {
  const check = (value: string, good: boolean) => {
    t.equal(emailProblem(value) === null, good, JSON.stringify(value));
    t.equal(email.safeParse(value).success, good, `on the server: ${JSON.stringify(value)}`);
  };
  const good = [
    'nora@marlow.test',
    ' Nora.Ek+ads@mail.marlow.co.uk ',
    'nörä@märlow.test',
    "o'hara_1@a-b.se",
    '李@例.テスト',
    'nora@müller.de',
    'ใจ@หัวหิน.ไทย',
    'नोरा@हिन्दी.भारत',
    'a@xn--e1afmkfd.xn--p1ai',
  ];
  for (const one of good) check(one, true);
  for (const one of [
    'a@e..com',
    '.a@e.com',
    'a.@e.com',
    'a..b@e.com',
    'a@.e.com',
    'a@e.com.',
    'a@e',
    '@e.com',
    'a b@e.com',
    'a@e.com:80',
    'a@e.com/x.evil.com',
    'a@e.com#.evil.com',
    'a@e.com?x.evil.com',
    'a@e%61.com',
    'a@e_f.com',
    'a@e／f.com',
    'a@127.0.0.1',
    'a@e.c/m',
  ])
    check(one, false);
  for (const code of [0x01, 0x7f, 0x85, 0xad, 0x200b, 0x202e, 0x2066, 0x3164, 0xe000, 0xfe0f, 0xfeff]) {
    const unseen = String.fromCodePoint(code);
    for (const one of [`a${unseen}b@e.com`, `a@e${unseen}f.com`, `a@e.co${unseen}m`]) check(one, false);
  }
});

t.test('the last word of a full name is the last name', async (t) => {
  t.same(splitName('Nora Maria Lindqvist'), { firstname: 'Nora Maria', lastname: 'Lindqvist' });
  t.same(splitName('  Cher '), { firstname: '', lastname: 'Cher' });
});

t.test('a form says what is wrong in the fixed words', async (t) => {
  t.equal(emailProblem('nora@'), 'Please enter a valid email address!');
  t.equal(emailProblem(' nora@marlow.example '), null);
  t.equal(passwordProblem('12345'), 'Password must be at least 6 character long');
  t.equal(passwordProblem('123456'), null);
  t.equal(confirmProblem('a', 'b'), 'The two passwords that you entered do not match!');
  t.equal(nameProblem(' '), 'Please provide your full name');
});

t.test('where an app runs may be left to its store; a referral code has six characters at most', async (t) => {
  const answers = { is_the_app_live_in_store: 'yes', store_type: '', app_id: 'com.marlow.shop' };
  t.equal(problem('profile', 'store_type', answers), null);
  for (const left of [{ is_the_app_live_in_store: 'no' }, { app_id: ' ' }, { is_the_app_live_in_store: '' }])
    t.equal(problem('profile', 'store_type', { ...answers, ...left }), 'Please answer this question.');
  t.equal(problem('account', 'referral', { referral: 'ABCDEFG' }), 'Wrong Code');
  for (const code of ['', 'abcde', 'K7MPX2']) t.equal(problem('account', 'referral', { referral: code }), null, code);
  t.equal(problem('account', 'company', { company: ' ' }), 'Please provide your company name');
});

t.test('who has a web site is asked for its address, everyone else for an app ID', async (t) => {
  const missing = (store_type: string) => problem('profile', 'app_id', { store_type, app_id: ' ' });
  t.match(missing('web'), /web address/);
  for (const store of ['ios', 'android', '']) t.match(missing(store), /app ID/, store);
  t.equal(problem('profile', 'app_id', { store_type: 'web', app_id: 'shop.company.com' }), null);
});

t.test('the way back after the sign-in never leaves the dashboard', async (t) => {
  const origin = 'https://rail.example';
  t.equal(nextPath('/stories/1?tab=history', origin), '/stories/1?tab=history');
  for (const next of [
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/logout',
    '/Logout',
    '/.//evil.example/x',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/.//user:pw@evil.example',
    '/.\\\\evil.example',
  ]) {
    t.equal(nextPath(next, origin), '/', String(next));
  }
  t.equal(goToSignIn('/content', '?app=1'), '/login?next=%2Fcontent%3Fapp%3D1');
  t.equal(goToSignIn('/', ''), '/login');
  t.equal(goToSignIn('/join/abc', ''), null);
});

t.test('a toast hides the words of 400 and 500, except for a known e-mail', async (t) => {
  t.equal(errorText(new ApiError(500, 'Internal', 'stack')), general);
  t.equal(errorText(new ApiError(400, 'MalformedRequest', 'json')), general);
  t.equal(errorText(new ApiError(400, 'UserExists', 'Known.')), 'Known.');
  t.equal(errorText(new ApiError(409, 'GroupActive', 'Inactivate first.')), 'Inactivate first.');
  for (const code of ['GoogleLogin', 'PhoneNumberRequired', 'LinkedinLogin']) {
    t.equal(errorText(new ApiError(403, code, 'x')), null);
  }
  t.equal(errorText(new TypeError('x')), general);
  t.same(fieldErrors(new ApiError(422, 'Invalid', 'x', [{ path: 'email', message: 'No.' }])), { email: 'No.' });
});

t.test(
  'a sign-in instead of a sign-up leads to its deal, else to its plan; a referral is for new accounts',
  async (t) => {
    for (const [deal, search, wanted] of [
      ['ABCD-1234', '?package_id=growth&referral=AAAAAA', '/app-info/ABCD-1234'],
      [undefined, '?referral=AAAAAA&package_id=growth&utm=x', '/?package_id=growth'],
      [undefined, '?referral=AAAAAA', null],
      [undefined, '', null],
    ] as const) {
      t.equal(wantedOf({ type: 'web', deal, search }), wanted);
      const { origin, pathname, search: asked } = new URL(wanted ?? '/', 'https://app.test');
      for (const address of [signInOf({ type: 'web', deal, search }), goToSignIn(pathname, asked) ?? '']) {
        const signIn = new URL(address, origin);
        t.same([signIn.pathname, signIn.searchParams.get('next')], ['/login', wanted]);
      }
      t.equal(nextPath(wanted, origin), wanted ?? '/', 'the sign-in leads there');
    }
  },
);
