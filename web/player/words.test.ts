import t from 'tap';
import { designLanguages } from './design-words.ts';
import { safeAddress, storyLink } from './link.ts';
import { story } from './test-clock.ts';
import { positionLabel, renderWordsFor, wordsFor } from './words.ts';

t.test('no link can run code', async (t) => {
  for (const bad of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:1',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    '/path',
    '',
  ]) {
    t.equal(safeAddress(bad), null, JSON.stringify(bad));
  }
  t.equal(safeAddress('myapp://product/1'), 'myapp://product/1');
  t.equal(safeAddress('myapp://product/1', true), null);
  t.same(storyLink(story('a', { outlink: 'https://a.test/', deep_link: 'my://b' })), {
    url: 'https://a.test/',
    newTab: true,
  });
  t.same(storyLink(story('a', { outlink: 'javascript:1', deep_link: 'my://b' })), { url: 'my://b', newTab: false });
});

t.test('every language has all words', async (t) => {
  for (const language of ['en', 'de', 'sv', 'fr', 'es', 'ar', 'tr']) {
    const words = renderWordsFor(wordsFor(language), language, designLanguages);
    for (const [name, word] of Object.entries(words)) t.ok(word, `${language} ${name}`);
    t.equal(words.locale, language);
    if (language !== 'en') t.equal(designLanguages.get(language)?.split('|').length, 21, language);
  }
  t.equal(wordsFor('de-CH').close, 'Schließen');
  t.equal(wordsFor('xx').close, 'Close');
  t.equal(renderWordsFor(wordsFor('de'), 'not a locale', designLanguages).locale, 'en');
  t.equal(positionLabel(wordsFor('en'), 1, 5), '2 of 5');
});
