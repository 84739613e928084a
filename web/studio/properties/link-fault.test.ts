import t from 'tap';
import { deepLink, outlink } from '#contracts/story-group/story-fields.ts';
import '#kernel/platform/say.ts';
import { linkFault } from './link-fault.ts';

t.test('the fields take the links that the server takes, and say the same of others', async (t) => {
  const links = [
    '',
    'https://shop.example/coats?a=1#b',
    'http://shop.example',
    'shop.example',
    'https://a b',
    'https://',
    'ftp://shop.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'https://me:secret@shop.example',
    'https://me@shop.example',
    'shop://coats',
    'intent://a#Intent;end',
    'data:text/html,a',
    '//shop.example',
  ];
  for (const link of links) {
    t.equal(linkFault('outlink', link), outlink.safeParse(link).error?.issues[0]?.message ?? null, `web ${link}`);
    t.equal(linkFault('deep_link', link), deepLink.safeParse(link).error?.issues[0]?.message ?? null, `deep ${link}`);
  }
});
