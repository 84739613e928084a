import fc from 'fast-check';
import Fastify from 'fastify';
import t from 'tap';
import { callerAddress, trustedProxies } from './caller-address.ts';

t.test('who calls is the same before the framework as in it, whatever is forwarded', async (t) => {
  const config = { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' };
  const app = Fastify({ trustProxy: trustedProxies(config) });
  app.get('/', async ({ ip }) => ip);
  t.teardown(() => app.close());
  const addressOf = callerAddress(config);
  const place = fc.oneof(
    fc.constantFrom(
      '127.0.0.1',
      '10.1.2.3',
      '::1',
      '203.0.113.7',
      '2001:db8::5',
      '::ffff:10.0.0.1',
      'unknown',
      '',
      ' ',
    ),
    fc.ipV4(),
    fc.ipV6(),
    fc.string({ maxLength: 12, unit: fc.constantFrom(...'0123456789abcdef.:[]%, '.split('')) }),
  );
  const peer = fc.oneof(fc.constantFrom('127.0.0.1', '10.1.2.3', '::1'), fc.ipV4(), fc.ipV6());
  const forwarded = fc.option(fc.array(place, { maxLength: 5 }).map((places) => places.join(', ')));
  await fc.assert(
    fc.asyncProperty(peer, forwarded, async (remoteAddress, chain) => {
      const headers = chain === null ? {} : { 'x-forwarded-for': chain };
      const answer = await app.inject({ url: '/', remoteAddress, headers });
      return addressOf({ remoteAddress, headers }) === answer.body;
    }),
    { numRuns: 500 },
  );
});

t.test('without a proxy that is trusted, what is forwarded counts for nothing', (t) => {
  const request = { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '198.51.100.1' } };
  t.equal(callerAddress({ TRUST_PROXY: undefined })(request), '203.0.113.9');
  t.equal(callerAddress({ TRUST_PROXY: '127.0.0.1' })(request), '203.0.113.9');
  t.equal(callerAddress({ TRUST_PROXY: '127.0.0.1' })({ ...request, remoteAddress: '127.0.0.1' }), '198.51.100.1');
  t.end();
});
