import t from 'tap';
import { holdsCardNumber } from './card-number.ts';
import { payerBody } from './payer.ts';

const place = { line1: '1 Quay', city: 'Malmö', country: 'SE' };

t.test('the number of a card is known by its beginning, length and check digit, however it is written', async (t) => {
  for (const text of [
    '4242424242424242',
    '4242 4242 4242 4242',
    'Marlow, 4242-4242-4242-4242 12/30 123',
    '4242.4242.4242.4242',
    'card 4242 4242 4242 4242 1230',
    '4242\u20114242\u20114242\u20114242',
    '\uff14\uff12\uff14\uff12 4242 4242 4242',
    '3782 822463 10005',
    '5555555555554444',
    '2223003122003222',
    '6011111111111117',
    '6205 5000 0000 0000 004',
    '3566002020360505',
    '4222222222222',
  ])
    t.ok(holdsCardNumber(text), text);
});

t.test('other numbers are no cards', async (t) => {
  for (const text of [
    'Marlow AB',
    '211 19',
    '+46 70 174 06 05, +46 8 123 456 78',
    '4242 4242 4242 4243',
    'SIRET 362 521 879 00034',
    'FR40303265045',
    'DE89 3704 0044 0532 0130 00',
    'CNPJ 11.222.333/0001-81',
    '300000000000003',
    '9'.repeat(40),
    '42424242424242424242424242424242',
  ])
    t.notOk(holdsCardNumber(text), text);
});

t.test('who pays is said without the number of a card, in each field', async (t) => {
  const card = '4242 4242 4242 4242';
  const told = (body: object) =>
    payerBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  const words = 'This looks like a card number. Enter it only on the page where you add a card.';
  t.same(told({ name: `Marlow ${card}`, address: place }), [['name', words]]);
  for (const field of ['line1', 'line2', 'city', 'state', 'tax_id'])
    t.same(told({ name: 'Marlow', address: { ...place, [field]: card } }), [[`address.${field}`, words]], field);
  t.same(told({ name: 'Marlow', address: { ...place, postal_code: card } }), [['address.postal_code', words]]);
  for (const tax_id of ['SE556677889901', '4222222222222', '620550000000000004', '310122393500003'])
    t.equal(told({ name: 'Marlow', address: { ...place, tax_id } }), undefined, `${tax_id} is a tax ID`);
});
