import { symbols } from 'pino';
import t from 'tap';
import { fontFileName } from '#contracts/studio/font-files.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { backWith } from '../card-return.ts';

t.test('the page of test cards', async (t) => {
  const clock = { ahead: 0 };
  const h = await startHarness(t, {
    parts: false,
    now: () => Date.now() + clock.ahead,
    settings: { LIMIT_SIGN_IN: '1' },
  });
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  Object.assign(h.kernel.log, { level: 'trace', [symbols.streamSym]: stream });
  const nora = await h.person();
  const otto = await h.person();
  const begin = async (as: Person, return_url = '/settings/payment'): Promise<{ id: string; path: string }> => {
    const { id, url } = await h.call(as, 'POST', '/payment/method', { return_url });
    t.equal(url, `${h.config.PUBLIC_URL}/pay/card/${id}`);
    return { id, path: `/pay/card/${id}` };
  };
  let networks = 0;
  const newNetwork = () => {
    networks += 1;
    return `10.0.0.${networks}`;
  };
  const form = async (path: string, body: string, remoteAddress = newNetwork()) =>
    h.server.inject({
      method: 'POST',
      url: path,
      payload: body,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const page = (path: string) => h.server.inject({ url: path, remoteAddress: newNetwork() });
  const attach = (as: Person, id: string) => h.inject('POST', '/api/payment/method/attach', { as, body: { id } });
  const cards = async () => (await h.kernel.db.pool.query('select * from payment_method order by id')).rows;

  await t.test('names its cards, says that no money moves, and needs no script', async (t) => {
    const { path } = await begin(nora);
    const shown = await page(path);
    t.equal(shown.statusCode, 200);
    t.match(shown.headers, { 'content-type': /^text\/html/, 'cache-control': /no-store/ });
    for (const text of [
      'Test mode. You won&#39;t be charged.',
      '<dt>4242 4242 4242 4242</dt><dd>Works</dd>',
      '<dt>4000 0000 0000 0002</dt><dd>Declined</dd>',
      '<dt>4000 0000 0000 0341</dt><dd>Fails at the next renewal</dd>',
    ])
      t.ok(shown.body.includes(text), text);
    t.notMatch(shown.body, /<style|<script|style=|onclick/);
    const css = await page('/pay/card.css');
    t.match(css.headers['content-type'], 'text/css');
    t.ok(css.body.includes(`/sdk/v1/fonts/${fontFileName('inter', 'latin', 400)}`), "it has the product's font");
    t.match(shown.body, /<header><svg.*Storyrail<\/header>/, 'and its mark');
  });

  await t.test('refuses every other number, and neither repeats, stores nor logs it', async (t) => {
    const { id, path } = await begin(nora);
    const typed = [
      '4111111111111111',
      '4242 4242 4242 4243',
      '5500-0055-5555-5559',
      '',
      `${' '.repeat(30)}4242424242424242`,
    ];
    for (const number of typed) {
      const answer = await form(path, new URLSearchParams({ number }).toString());
      t.equal(answer.statusCode, 422, number);
      t.ok(answer.body.includes('This is not one of the test cards. Nothing you entered was kept.'));
      if (number.trim() && !number.startsWith(' ')) t.notOk(answer.body.includes(number), number);
    }
    t.equal((await form(path, `number=${'4'.repeat(2000)}`)).statusCode, 413, 'nothing that long is read');
    const said = JSON.stringify({ logged: lines, kept: await cards() });
    t.match(said, '/pay/card/', 'the calls are logged');
    t.notMatch(said.replaceAll(/[\s-]/g, ''), /4111111111111111|4242424242424243|5500005555555559|44444444/);
    t.same(await cards(), []);
    t.equal((await attach(nora, id)).statusCode, 404, 'there is no card to attach');
  });

  await t.test('keeps a test card once and leads back with its id', async (t) => {
    const { id, path } = await begin(nora, '/settings/payment?openPlanModal=growth');
    const kept = await form(path, 'number=4242+4242-4242+4242');
    t.equal(kept.statusCode, 303);
    t.equal(kept.headers.location, `/settings/payment?openPlanModal=growth&card=${id}`);
    const [card] = await cards();
    t.match(card, { account_id: nora.account_id, last4: '4242', provider: 'local' });
    t.notMatch(JSON.stringify([card, lines]), '4242424242424242');
    const again = await form(path, 'number=4242424242424242');
    t.match(again, { statusCode: 303, headers: { location: kept.headers.location } });
    t.same(await cards(), [card], 'sent again, it changes nothing');
    t.equal((await attach(otto, id)).statusCode, 404, 'another account does not get it');
    t.equal((await attach(nora, id)).statusCode, 200);
    t.equal((await attach(nora, id)).statusCode, 200);
    const { payment_methods } = (await h.inject('GET', '/api/payment/customer', { as: nora })).json().data;
    t.match(payment_methods, [{ is_default: true, card: { last4: '4242' } }]);
    t.equal(payment_methods.length, 1);
  });

  await t.test('takes no second card, and says so', async (t) => {
    const { path } = await begin(nora, '/settings/payment?openPlanModal=growth');
    await form(path, 'number=4000000000000341');
    const before = await cards();
    const shown = await page(path);
    t.equal(shown.statusCode, 410);
    t.match(shown.body, 'A card was already entered here');
    t.notMatch(shown.body, '<form');
    for (const number of ['4242424242424242', '4111111111111111']) {
      const answer = await form(path, `number=${number}`);
      t.equal(answer.statusCode, 409, number);
      t.match(answer.body, 'The card you just entered wasn&#39;t saved.');
      t.match(answer.body, '<a href="/settings/payment?openPlanModal=growth">');
    }
    t.same(await cards(), before);
  });

  await t.test('two sends at once keep one card', async (t) => {
    const { path } = await begin(otto);
    const sent = await Promise.all([form(path, 'number=4242424242424242'), form(path, 'number=4242424242424242')]);
    t.same(
      sent.map(({ statusCode }) => statusCode),
      [303, 303],
    );
    t.equal((await cards()).filter(({ account_id }) => account_id === otto.account_id).length, 1);
  });

  await t.test('says that it has expired, and takes nothing anymore', async (t) => {
    const { path } = await begin(nora);
    const before = (await cards()).length;
    clock.ahead = 1_801_000;
    for (const answer of [
      await page(path),
      await form(path, 'number=4242424242424242'),
      await page('/pay/card/0190a000-0000-7000-8000-000000000001'),
      await page('/pay/card/none'),
    ]) {
      t.equal(answer.statusCode, 410);
      t.ok(answer.body.includes('This page has expired. Add the card again.'));
    }
    t.equal((await cards()).length, before);
    clock.ahead = 0;
  });

  await t.test('one network opens and sends it 30 times LIMIT_SIGN_IN a minute', async (t) => {
    const { path } = await begin(nora);
    const codes = [];
    for (let time = 0; time < 31; time += 1) codes.push((await form(path, 'number=1', '10.9.0.1')).statusCode);
    t.same(codes, [...Array(30).fill(422), 429]);
    t.equal((await form(path, 'number=1', '10.9.0.2')).statusCode, 422, 'another one is not held up');
  });
});

t.test('it leads to no other site, whatever the path is made of', async (t) => {
  t.equal(backWith('/a?b=c#d', 'x'), '/a?b=c&card=x#d');
  for (const path of ['/.//other.example', '/a/..//other.example', '/./\\other.example'])
    t.match(backWith(path, 'x'), /^\/(?![/\\])/, path);
});

t.test('where cards are not taken here there is no such page', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { BILLING: 'off' } });
  const id = '0190a000-0000-7000-8000-000000000001';
  for (const [method, url] of [
    ['GET', `/pay/card/${id}`],
    ['GET', '/pay/card.css'],
  ] as const)
    t.equal((await h.inject(method, url)).statusCode, 404, url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await h.server.inject({
    method: 'POST',
    url: `/pay/card/${id}`,
    payload: 'number=4242424242424242',
    headers,
  });
  t.equal(sent.statusCode, 404);
});
