import { allCatalogues } from './catalogues.ts';

// npm run words [area…]: every text by its area, as key and message, for a person to read.
const asked = process.argv.slice(2);
for (const { area, file, language, texts } of allCatalogues()) {
  if (language !== 'en' || (asked.length > 0 && !asked.includes(area))) continue;
  console.log(`\n${area} (${file}, ${texts.size} texts)\n`);
  for (const [key, text] of texts) console.log(`  ${key}: ${text}`);
}
