import t from 'tap';
import { countryOptions, homeCountry, readPhone } from './phone-numbers.ts';

t.test('a number is read in its country, or by its own country code, and said to be too short or too long', (t) => {
  const right = { number: '+12015550123', shown: '+1 201 555 0123', fault: '', country: null };
  t.same(readPhone('(201) 555-0123', homeCountry), right);
  t.same(readPhone('070 123 42 18', 'SE'), {
    ...right,
    number: '+46701234218',
    shown: '+46 70 123 42 18',
  });
  t.match(readPhone('+46 70 123 42 18', homeCountry), { number: '+46701234218', country: 'SE' });
  const fault = (typed: string, country: string | null = homeCountry) => {
    const read = readPhone(typed, country);
    t.equal(read.number, null, typed);
    return read.fault;
  };
  t.equal(fault('  '), 'Please provide your phone number');
  t.equal(fault('555 01'), 'Please enter a valid phone number. This one is too short.');
  t.equal(fault('201 555 01234567'), 'Please enter a valid phone number. This one is too long.');
  t.equal(fault('call me'), 'Please enter a valid phone number.');
  t.equal(fault('2015550123', null), 'Please enter a valid phone number.');
  t.ok(fault('+1 201 555 0123 ext 5'));
  t.end();
});

t.test('countries stand by name with their code', (t) => {
  const options = countryOptions();
  t.match(
    options.find(({ value }) => value === 'SE'),
    { tag: 'SE', label: 'Sweden (+46)' },
  );
  t.equal(options[0]!.label, 'Afghanistan (+93)');
  t.ok(options.some(({ value }) => value === homeCountry));
  t.end();
});
