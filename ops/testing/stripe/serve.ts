// node --import tsx ops/testing/stripe/serve.ts [webhook address]: the stand-in for Stripe on a port of its own until it is
// ended, for an installation that runs by hand. Lines on its input move it: `advance <days>`, `refuse <method> <reason>`,
// `trouble <kind>`.
import { createInterface } from 'node:readline';
import { openStripeServer, type StripeTrouble } from './server.ts';

const kinds: readonly StripeTrouble[] = ['busy', 'broken', 'silent', 'refused', 'lost', 'kept', 'kept_done'];
const day = 86_400_000;
const secret = 'whsec_storyrail';

const stripe = await openStripeServer();
const [webhook] = process.argv.slice(2);
if (webhook) stripe.webhooks.sendTo({ url: webhook, secret });
console.log(`${stripe.url} with the key ${stripe.key} and the webhook secret ${secret}`);

for await (const line of createInterface({ input: process.stdin })) {
  const [command, first = '', second = ''] = line.trim().split(/\s+/);
  const trouble = kinds.find((kind) => kind === first);
  if (command === 'advance' && Number(first) > 0) {
    stripe.advance(Number(first) * day);
    await stripe.webhooks.settled();
    console.log(new Date(stripe.now()).toISOString());
  } else if (command === 'refuse' && first) stripe.refuse(first, second || null);
  else if (command === 'trouble' && trouble) stripe.trouble(trouble);
  else console.log('advance <days>, refuse <method> [reason], trouble busy|broken|silent|refused|lost|kept|kept_done');
}
await stripe.close();
