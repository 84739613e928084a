import t from 'tap';
import { personOf } from './person.ts';

const named = (given_name: string) =>
  personOf('https://accounts.example', { sub: '1', given_name, family_name: 'Lovelace' });

t.test('a name of a provider is looked at only as far as it is kept', async (t) => {
  const marks = `A${'\u0315'.repeat(25_000)}${'\u0300'.repeat(25_000)}`;
  const before = process.cpuUsage();
  const { firstname, lastname } = named(marks);
  const { user, system } = process.cpuUsage(before);
  t.ok((user + system) / 1000 < 100, `${Math.round((user + system) / 1000)} ms`);
  t.equal(firstname.length, 100);
  t.equal(lastname, 'Lovelace');
});

t.test('a name is composed, holds no control characters, and is cut between characters', async (t) => {
  t.equal(named('  Ame\u0301lie\u0000\u2028 ').firstname, 'Am\u00e9lie');
  t.equal(named(`${'a'.repeat(99)}\u{1f600}`).firstname, 'a'.repeat(99));
  t.equal(named('e\u0301'.repeat(100)).firstname, '\u00e9'.repeat(100));
});
