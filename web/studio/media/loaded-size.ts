/** Loads a picture; answers its own size in px, and throws where it can't be loaded. */
export async function loadedSize(src: string): Promise<{ width: number; height: number }> {
  const image = Object.assign(new Image(), { src });
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
