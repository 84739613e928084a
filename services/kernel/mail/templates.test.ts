import t from 'tap';
import { devicePhrase } from '#contracts/device.ts';
import type { MailTemplate } from './templates.ts';
import { renderMail } from './templates.ts';

const facts = {
  firstname: 'Nora',
  company: 'Marlow',
  inviter: 'Ivo Berg',
  new_email: 'new@marlow.test',
  link: 'http://127.0.0.1:4000/join/abc',
};
const templates: MailTemplate[] = [
  'verify_email',
  'reset_password',
  'invitation',
  'join_registered',
  'confirm_email_change',
  'email_change_notice',
  'email_changed',
];

t.test('every mail has a subject, a greeting and its link in text and HTML', async (t) => {
  for (const template of templates.slice(0, 5)) {
    const { subject, text, html } = renderMail(template, facts);
    t.ok(subject.length > 10, subject);
    t.ok(text.includes('Hello Nora,') && text.includes(facts.link));
    t.ok(html.includes(`href="${facts.link}"`));
  }
  const notice = renderMail('email_change_notice', { ...facts, link: null });
  t.ok(notice.text.includes('new@marlow.test'));
  t.notOk(notice.html.includes('href'));
});

t.test('a name ends no header line and brings no markup', async (t) => {
  const { subject, html } = renderMail('invitation', {
    ...facts,
    company: 'Marlow\r\nBcc: all@x.test <b>',
    inviter: '<img src=x>',
  });
  t.notMatch(subject, /[\r\n]/);
  t.notMatch(html, /<img|<b>/);
});

t.test('a name writes no lines of its own into a mail', async (t) => {
  const typed = 'Marlow.\r\n\r\nYour account is locked: \u202ehttps://x.test';
  for (const template of templates) {
    const plain = renderMail(template, facts).text.split('\n').length;
    const { text } = renderMail(template, { ...facts, company: typed, inviter: typed, firstname: typed });
    t.equal(text.split('\n').length, plain, template);
    t.notMatch(text, /[\r\u202e]/);
  }
});

t.test('a name that a mail program would show as a link stays out of mails to strangers', async (t) => {
  for (const name of [
    'https://evil.example/win - claim your prize now',
    'www.evil',
    'WIN at evil.example',
    'evil\uff0eexample',
    'evil\u3002example',
    'evil\u200b.example',
    'evil.\ufe0fexample',
    'evil\u034f.example',
    'evil हिन्दी.भारत',
    'evil ❤.ws',
    'https:\\\\evil',
    'http:\u2215\u2215evil',
    'evil-.com',
  ]) {
    for (const template of ['invitation', 'join_registered'] as const) {
      const { subject, text } = renderMail(template, { ...facts, company: name, inviter: name });
      t.equal(subject, "You're invited to a team on Storyrail", name);
      t.match(text, /A colleague invited you to join a team on Storyrail\./);
      t.notMatch(text, /evil/);
    }
  }
  const { subject, text } = renderMail('invitation', { ...facts, company: 'Marlow & Co. KG', inviter: 'J. Berg' });
  t.equal(subject, 'Join Marlow & Co. KG on Storyrail');
  t.match(text, /J\. Berg invited you/);
});

t.test('a mail about a new device says which and where, and nothing that its browser would have written', async (t) => {
  const device = (name: string) => devicePhrase(name);
  const place = {
    device: device('backup/2'),
    address: '203.0.113.x',
    time: '20 Nov 2026, 14:20',
    zone: 'Europe/Stockholm',
  };
  const { subject, text, html } = renderMail('new_device', { ...facts, link: 'http://127.0.0.1:4000/user', place });
  t.equal(subject, 'New sign-in to your Storyrail account');
  t.match(text, /backup, address 203\.0\.113\.x, 20 Nov 2026, 14:20 \(Europe\/Stockholm\)/);
  t.ok(text.includes('http://127.0.0.1:4000/user') && html.includes('href="http://127.0.0.1:4000/user"'));
  for (const name of ['evil.example', 'www.evil', '<b>evil</b>', 'evil'.repeat(100)]) {
    const told = renderMail('new_device', { ...facts, place: { ...place, device: device(name), address: null } });
    t.notMatch(told.html, /evil\.|<b>|(evil){11}/);
    t.notMatch(told.text, /address/);
  }
});

t.test('a mail names whom to contact where that is set', async (t) => {
  t.match(renderMail('user_disabled', facts).text, /contact Storyrail support\./);
  const { text } = renderMail('user_disabled', { ...facts, contact: 'help@rail.test' });
  t.match(text, /contact Storyrail support at help@rail\.test\./);
});
