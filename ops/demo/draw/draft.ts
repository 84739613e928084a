import sharp from 'sharp';
import type { Gear, Hero } from './creatures.ts';
import { drawGame, drawGameCover, type GamePicture } from './game.ts';
import type { World } from './game-world.ts';
import type { Good } from './goods.ts';
import { drawNews, drawNewsCover } from './news.ts';
import type { NewsPicture, Section } from './paper.ts';
import type { SceneName } from './scenes.ts';
import { drawShop, drawShopCover, type ShopPicture, type ToneName } from './shop.ts';

/** Something that can be drawn as SVG when it is needed. */
export type Draft = () => string;

/** A story of the shop, the paper or the game. */
export const shopDraft =
  (picture: ShopPicture): Draft =>
  () =>
    drawShop(picture);
export const newsDraft =
  (picture: NewsPicture): Draft =>
  () =>
    drawNews(picture);
export const gameDraft =
  (picture: GamePicture): Draft =>
  () =>
    drawGame(picture);

/** Their covers. */
export const shopCover =
  (tone: ToneName, good: Good, words: string | null = null): Draft =>
  () =>
    drawShopCover(tone, good, words);
export const newsCover =
  (section: Section, shows: Parameters<typeof drawNewsCover>[1] | SceneName): Draft =>
  () =>
    drawNewsCover(section, shows);
export const gameCover =
  (world: World, shows: { hero: Hero; gear: Gear } | 'chest' | 'coin' | 'gem'): Draft =>
  () =>
    drawGameCover(world, shows);

/** The formats that drawings are kept in. */
export type Format = 'jpeg' | 'png' | 'webp';

/** Turns a drawing into a picture file. Drawing and packing run outside of the main thread. */
export const render = (draft: Draft, format: Format): Promise<Buffer> => {
  const image = sharp(Buffer.from(draft()));
  if (format === 'png') return image.png({ compressionLevel: 1 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 88, effort: 0 }).toBuffer();
  return image.flatten().jpeg({ quality: 92, optimiseCoding: false }).toBuffer();
};
