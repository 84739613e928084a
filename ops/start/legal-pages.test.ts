import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { namingContact } from './contact-page.ts';
import { namingLegalTexts, readLegalTexts } from './legal-pages.ts';
import { namingPasswordRule } from './password-rule-page.ts';

t.test('legal texts are read once and named in the page; one that cannot be shown stops the start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'storyrail-legal-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = async (content: string | Buffer) => {
    const path = join(folder, 'text.txt');
    await writeFile(path, content);
    return path;
  };
  const page = '<head></head>';
  t.same(readLegalTexts({ TERMS_FILE: undefined, PRIVACY_FILE: undefined }), {});
  t.equal(namingLegalTexts(page, {}), '<head><meta name="legal" content="" /></head>');
  const texts = readLegalTexts({ TERMS_FILE: await file('Be kind.\n'), PRIVACY_FILE: join(folder, 'text.txt') });
  t.same(texts, { terms: 'Be kind.', privacy: 'Be kind.' });
  t.equal(namingLegalTexts(page, texts), '<head><meta name="legal" content="terms privacy" /></head>');
  t.same(Object.keys(readLegalTexts({ TERMS_FILE: undefined, PRIVACY_FILE: await file('x') })), ['privacy']);
  t.equal(
    readLegalTexts({ TERMS_FILE: await file('x'.repeat(262_144)), PRIVACY_FILE: undefined }).terms?.length,
    262_144,
  );
  for (const wrong of ['x'.repeat(262_145), Buffer.from([0xc3, 0x28]), ' \n']) {
    const path = await file(wrong);
    t.throws(() => readLegalTexts({ TERMS_FILE: path, PRIVACY_FILE: undefined }), { message: /^TERMS_FILE=/ });
  }
  t.throws(() => readLegalTexts({ TERMS_FILE: undefined, PRIVACY_FILE: join(folder, 'none') }), {
    message: /^PRIVACY_FILE=.*none: ENOENT/,
  });
});

t.test('the page says how long a password has to be here', async (t) => {
  t.equal(
    namingPasswordRule('<head></head>', { PASSWORD_MIN: 8 }),
    '<head><meta name="password-min" content="8" /></head>',
  );
});

t.test('the page names whom to contact where that is set', async (t) => {
  t.equal(namingContact('<head></head>', { CONTACT_EMAIL: undefined }), '<head></head>');
  t.equal(
    namingContact('<head></head>', { CONTACT_EMAIL: 'help@rail.test' }),
    '<head><meta name="contact-email" content="help@rail.test" /></head>',
  );
});
