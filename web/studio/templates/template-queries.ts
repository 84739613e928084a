import { queryOptions } from '@tanstack/react-query';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { picturesOf, withPictures } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { TemplateCategory } from '#contracts/template/categories.ts';
import type { TemplateRow } from '#contracts/template/rows.ts';
import { http } from '../../dashboard/api/http.ts';
import { uploadFile } from '../../dashboard/api/upload.ts';
import { sampleLink } from './design-parts.ts';

/** The templates of the account, the newest first. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => http.get<TemplateRow[]>('/story/template', { signal }),
  staleTime: 60_000,
});

/** The colors, fonts and looks of the account. */
export const brandKitQuery = queryOptions({
  queryKey: ['brand-kit'],
  queryFn: ({ signal }) => http.get<BrandKit>('/account/brand_kit', { signal }),
  staleTime: 60_000,
});

/** The calls that change templates; they throw ApiError. */
export const templateCommands = {
  add: (template: { title: string; category: TemplateCategory; studio: Studio }, key: string) =>
    http.post<unknown>('/story/template', template, { idempotencyKey: key }),
  remove: (id: string, key: string) => http.delete<unknown>('/story/template', { id }, { idempotencyKey: key }),
} as const;

const extensions: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' };

/** Puts one of the page's own pictures into the account's uploads; answers its address. */
export async function uploadOwnPicture(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const picture = await response.blob();
  const name = `picture.${extensions[picture.type] ?? 'png'}`;
  return (await uploadFile(new File([picture], name, { type: picture.type }))).file;
}

const unlinked = <Linked extends { outlink: string }>(one: Linked): Linked =>
  one.outlink === sampleLink ? { ...one, outlink: '' } : one;

/** A built-in design without the links that only show how it looks: the checklist asks for those of the account. */
export const withoutSampleLinks = (studio: Studio): Studio => ({
  ...studio,
  ctaData: studio.ctaData.map(unlinked),
  productTagData: studio.productTagData.map(unlinked),
});

/** A design whose pictures, files of the page itself, are uploads of the account. */
export async function withUploadedPictures(studio: Studio): Promise<Studio> {
  const uploaded = new Map<string, string>();
  for (const address of new Set(picturesOf(studio))) uploaded.set(address, await uploadOwnPicture(address));
  return withPictures(studio, (address) => uploaded.get(address) ?? address);
}
