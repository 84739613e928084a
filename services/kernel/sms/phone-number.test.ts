import t from 'tap';
import { factorWords } from '#contracts/words/factors.en.ts';
import { readPhoneNumber } from './phone-number.ts';

const config = { SMS_COUNTRIES: undefined };
const refusalOf = (typed: string) => {
  try {
    return readPhoneNumber(config, typed);
  } catch (error) {
    return (error as { errors: { path: string; said: object }[] }).errors;
  }
};

t.test('a landline takes no texts, where the numbers of its country tell', async (t) => {
  const refused = [{ path: 'phone_number', said: factorWords.phoneUnreachable }];
  t.same(refusalOf('+44 20 7946 0018'), refused, 'London');
  t.same(refusalOf('+49 30 901820'), refused, 'Berlin');
  t.equal(refusalOf('+44 7400 123456'), '+447400123456');
  t.equal(refusalOf('+49 1512 3456789'), '+4915123456789');
  t.equal(refusalOf('(201) 555-0123'), '+12015550123', 'an American number may be either');
});
