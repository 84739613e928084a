import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { startHarness } from '#ops/testing/harness.ts';
import { sendMail } from './send.ts';

t.test('the outbox shows mails as a page without inline style or script, and as JSON newest first', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { user_id, email } = await h.person();
  t.same((await h.inject('GET', '/dev/outbox.json')).json(), []);
  t.match((await h.inject('GET', '/dev/outbox')).body, 'Nothing sent yet.');
  const ids = Array.from({ length: 3 }, () => uuidv7());
  for (const id of ids) await sendMail(h.kernel, id, 'mail', { template: 'reset_password', user_id });
  const list = (await h.inject('GET', '/dev/outbox.json')).json();
  t.equal(list.length, 3);
  t.equal(list[0].to, email);
  t.match(list[0], {
    channel: 'email',
    to: String,
    subject: String,
    text: String,
    html: /^<!doctype html>/,
    links: Array,
    ts: Number,
  });
  t.ok(list.every((one: { ts: number }, index: number) => index === 0 || one.ts <= list[index - 1].ts));
  const page = await h.inject('GET', '/dev/outbox');
  t.match(page.headers['content-type'], 'text/html');
  t.notMatch(page.body, /<style|<script|style=|onclick/);
  const { links } = list.find((one: { links: string[] }) => one.links.length > 0);
  t.match(page.body, `<a href="${links[0]}">`);
  t.equal((await h.inject('GET', '/dev/outbox.css')).statusCode, 200);
  const [, sent] = /href="(\/dev\/outbox\/[^"]+)">View as sent/.exec(page.body)!;
  t.equal((await h.inject('GET', sent!)).body, list[0].html, 'the mail itself');
  t.equal((await h.inject('GET', '/dev/outbox/..%2F..%2Fdemo.txt')).statusCode, 404);
  const file = { name: 'a"b.csv', type: 'text/csv; charset=utf-8', content: 'a,ä\r\n' };
  const mail = { id: `${ids[2]}-report`, to: email, subject: 'Shop', text: 'Shop', html: '<p>Shop</p>', links: [] };
  await h.kernel.mails.send({ ...mail, ts: list[0].ts + 1, attachments: [file] });
  const [first] = (await h.inject('GET', '/dev/outbox.json')).json();
  t.same(first.attachments, [{ name: file.name, type: file.type }]);
  const shown = (await h.inject('GET', '/dev/outbox')).body;
  t.match(shown, 'Attached: a&#34;b.csv');
  const given = await h.inject('GET', /href="(\/dev\/outbox\/[^"]+\/0)"/.exec(shown)![1]!);
  t.match(given.headers, { 'content-type': file.type, 'content-disposition': 'attachment; filename="a_b.csv"' });
  t.equal(given.body, file.content);
  t.equal((await h.inject('GET', `/dev/outbox/${mail.id}/1`)).statusCode, 404);
});

t.test('production and other addresses than loopback show no outbox', async (t) => {
  const elsewhere: Record<string, string>[] = [
    { NODE_ENV: 'production', PUBLIC_URL: 'https://stories.example' },
    { PUBLIC_URL: 'https://stories.example' },
    { TRUST_PROXY: '127.0.0.1' },
    { HOST: '0.0.0.0', METRICS_TOKEN: 'a-token-of-metrics' },
  ];
  for (const settings of elsewhere) {
    const h = await startHarness(t, { settings, parts: false });
    for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css', '/dev/outbox/a-mail'])
      t.equal((await h.inject('GET', url, { as: 'a-token-of-metrics' })).statusCode, 404, url);
  }
});

t.test('whoever comes by another name or by a proxy sees no outbox', async (t) => {
  const h = await startHarness(t, { parts: false });
  const asked = (headers: Record<string, string>) => h.inject('GET', '/dev/outbox.json', { headers });
  for (const host of ['127.0.0.1:4000', 'localhost', 'storyrail.localhost:4000', '[::1]:4000'])
    t.equal((await asked({ host })).statusCode, 200, host);
  for (const host of ['stories.example', '127.0.0.1.stories.example', 'localhost.stories.example', '10.0.0.5'])
    t.equal((await asked({ host })).statusCode, 404, host);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via']) {
    const refused = await asked({ [name]: '127.0.0.1' });
    t.equal(refused.statusCode, 404, name);
    t.match(refused.json().message, 'Behind a proxy, set PUBLIC_URL', 'it says what to set');
  }
  const fromAfar = await h.server.inject({ url: '/dev/outbox.json', remoteAddress: '10.0.0.9' });
  t.equal(fromAfar.statusCode, 404, 'another address at the other end');
});
