import t from 'tap';
import { csvField, csvLine } from './csv.ts';

t.test('a field of CSV is quoted where needed and never a formula', async (t) => {
  t.equal(csvField('plain'), 'plain');
  t.equal(csvField('a, "b"\nc'), '"a, ""b""\nc"');
  t.equal(csvField(null), '');
  t.equal(csvField(undefined), '');
  t.equal(csvField(-5), '-5', 'a number stays a number');
  t.equal(csvField(['ivod']), '"[""ivod""]"');
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\0', ' ', '＝', '＋', '－', '＠', '\u3000'])
    t.equal(csvField(`${start}1+1`), `"'${start}1+1"`, JSON.stringify(start));
});

t.test('a line ends as RFC 4180 says', async (t) => {
  t.equal(csvLine(['a', 1, true, null]), 'a,1,true,\r\n');
});
