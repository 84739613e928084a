import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import t, { type Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import type { Mail } from './mail.ts';
import { smtpSender } from './smtp.ts';

interface Taken {
  from: string;
  to: string[];
  message: string;
  secure: boolean;
  user: string | undefined;
}

const answer = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

/** A mail server on loopback that keeps what it takes. */
const mailServer = async (t: Test, options: SMTPServerOptions = {}, host = '127.0.0.1') => {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onData(stream, { envelope, secure, user }, done) {
      text(stream).then((message) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map((one) => one.address), message, secure, user });
        done();
      }, done);
    },
    ...options,
  });
  // A client that gives up half-way is no fault of the server.
  server.on('error', () => {});
  server.listen(0, host);
  await once(server.server, 'listening');
  t.teardown(() => new Promise<void>((done) => server.close(done)));
  const { port } = server.server.address() as { port: number };
  return { taken, url: `${options.secure ? 'smtps' : 'smtp'}://${host}:${port}`, port };
};

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: `${uuidv7()}-mail`,
  to: 'nora@example.test',
  subject: 'Set a new Storyrail password',
  text: 'Hello Nora,\n\nhttp://127.0.0.1:4000/password-reset/abc\n',
  html: '<p>Hello Nora,</p>',
  links: [],
  ts: 0,
  ...more,
});
const from = 'no-reply@stories.example';
const quick = { silentMs: 300, totalMs: 1500 };

t.test(
  'a digest names the address at which one click ends it, other mails none; a file goes with its mail',
  async (t) => {
    const { url, taken } = await mailServer(t);
    const sender = smtpSender(url, from);
    const unsubscribe = 'https://stories.example/api/digest/end?token=abc';
    await sender.send(mail({ unsubscribe }));
    await sender.send(mail());
    await sender.send(
      mail({ attachments: [{ name: 'größe.csv', type: 'text/csv; charset=utf-8', content: 'a;ä\r\n' }] }),
    );
    t.notMatch(taken[1]!.message, 'Content-Disposition: attachment');
    const { message } = taken[2]!;
    t.match(message, /Content-Type: text\/csv; charset=utf-8/);
    t.match(message, /Content-Disposition: attachment/);
    t.match(message, /a;=C3=A4|YTvDpA0K/, 'the content as it was given');
    t.match(taken[0]!.message, `List-Unsubscribe: <${unsubscribe}>`);
    t.match(taken[0]!.message, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    t.notMatch(taken[1]!.message, 'List-Unsubscribe');
  },
);

t.test('a mail arrives with its address, words and a Message-ID that stays', async (t) => {
  const { url, taken } = await mailServer(t);
  const sender = smtpSender(url, from);
  const one = mail();
  await sender.send(one);
  await sender.send(one);
  await sender.send(mail());
  t.match(taken[0], { from, to: ['nora@example.test'], secure: true });
  const { message } = taken[0]!;
  t.match(message, 'From: Storyrail <no-reply@stories.example>');
  t.match(message, 'To: nora@example.test');
  t.match(message, 'Subject: Set a new Storyrail password');
  t.match(message, 'Auto-Submitted: auto-generated');
  t.match(message, /Content-Type: multipart\/alternative/);
  t.match(message, 'http://127.0.0.1:4000/password-reset/abc');
  const ids = taken.map((each) => /^Message-ID: (.+)$/im.exec(each.message)?.[1]?.trim());
  t.equal(ids[0], `<${one.id}@stories.example>`);
  t.equal(ids[1], ids[0], 'the same mail has the same');
  t.not(ids[2], ids[0]);
});

t.test('what somebody typed adds no recipient and no header', async (t) => {
  const { url, taken } = await mailServer(t);
  const sender = smtpSender(url, from);
  await sender.send(mail({ subject: 'Join Marlow\r\nBcc: all@example.test\r\nX-Own: 1' }));
  t.same(taken[0]!.to, ['nora@example.test']);
  t.notMatch(taken[0]!.message, /^(Bcc|X-Own):/m);
  for (const to of [
    'a@example.test, b@example.test',
    'a@example.test\r\nRCPT TO:<b@example.test>',
    'x <b@example.test>',
  ])
    await sender.send(mail({ to })).catch(() => {});
  for (const { to } of taken) t.ok(to.length === 1 && !to.includes('b@example.test'), to.join());
});

t.test('user and password are those of the address', async (t) => {
  const { url, taken } = await mailServer(t, {
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'post@x' && password === 'p:w/ä') done(null, { user: username });
      else done(answer(535, 'wrong password for post@x'));
    },
  });
  const withUser = (user: string) => url.replace('://', `://${user}@`);
  await smtpSender(withUser(`post%40x:${encodeURIComponent('p:w/ä')}`), from).send(mail());
  t.equal(taken[0]!.user, 'post@x');
  // Settings can be put right while it waits, so this is tried again.
  const error = await smtpSender(withUser('post%40x:no'), from)
    .send(mail())
    .catch((e) => e);
  t.match(error.message, /^the mail server answered 535/);
  t.notOk(error instanceof NonRetryableError);
});

t.test('a server that asks to come again is tried again, one that refuses is not, and neither is quoted', async (t) => {
  let code = 451;
  let stage: 'rcpt' | 'data' = 'rcpt';
  const refuse = () => answer(code, `${code === 451 ? '4.7.1' : '5.1.1'} nora@example.test is unknown here`);
  const { url, taken } = await mailServer(t, {
    onRcptTo: (_address, _session, done) => done(stage === 'rcpt' ? refuse() : null),
    onData(stream, _session, done) {
      text(stream).then(() => done(refuse()), done);
    },
  });
  const sender = smtpSender(url, from);
  for (stage of ['rcpt', 'data'] as const)
    for (code of [451, 550]) {
      const error = await sender.send(mail()).catch((e) => e);
      t.equal(error instanceof NonRetryableError, code === 550, `${stage} ${code}`);
      t.match(error.message, new RegExp(`^the mail server answered ${code}`));
      t.notMatch(`${error.stack} ${JSON.stringify(error)}`, /nora|example\.test/);
    }
  t.equal(taken.length, 0);
});

t.test('a server that stalls is given up: at the greeting, at the end of a mail, and by dripping', async (t) => {
  const greeting = await mailServer(t, { onConnect: () => {} });
  const end = await mailServer(t, { onData: (stream) => void stream.resume() });
  for (const { url } of [greeting, end]) {
    const taken = startStopwatch();
    await t.rejects(smtpSender(url, from, quick).send(mail()), /cannot be used \(ETIMEDOUT\)/);
    t.ok(taken() < 2000);
  }
  const { createServer } = await import('node:net');
  const dripping = createServer((socket) => {
    const timer = setInterval(() => socket.write('2'), 50);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(dripping, 'listening');
  const { port } = dripping.address() as { port: number };
  const taken = startStopwatch();
  await t.rejects(
    smtpSender(`smtp://127.0.0.1:${port}`, from, { silentMs: 5000, totalMs: 400 }).send(mail()),
    /ETIMEDOUT/,
  );
  t.ok(taken() < 2000);
  dripping.close();
});

t.test('nothing leaves the machine unencrypted or to a server that does not prove its name', async (t) => {
  // Any other name than those of loopback counts as another machine.
  const plain = await mailServer(t, { disabledCommands: ['STARTTLS'] }, '127.0.0.2');
  const unproven = await mailServer(t, {}, '127.0.0.2');
  const unprovenTls = await mailServer(t, { secure: true }, '127.0.0.2');
  for (const { url, taken } of [plain, unproven, unprovenTls]) {
    const error = await smtpSender(url, from, quick)
      .send(mail())
      .catch((e) => e);
    t.match(error.message, /^the mail server (cannot be used|answered 500)/);
    t.notOk(error instanceof NonRetryableError, 'it can be put right');
    t.equal(taken.length, 0);
  }
  const near = await mailServer(t, { secure: true });
  await smtpSender(near.url, from).send(mail());
  t.ok(near.taken[0]!.secure, 'implicit TLS');
});

t.test('a server that is not there is tried again', async (t) => {
  const error = await smtpSender('smtp://127.0.0.1:1', from, quick)
    .send(mail())
    .catch((e) => e);
  t.match(error.message, /cannot be used \(E(SOCKET|CONNECTION|CONNREFUSED)\)/);
  t.notOk(error instanceof NonRetryableError);
});
