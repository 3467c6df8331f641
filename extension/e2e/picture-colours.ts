/** Runs in the page: the colours of a PNG's pixels (base64), each once, as "red,green,blue". */
export async function coloursOf(png: string): Promise<string[]> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  context?.drawImage(picture, 0, 0);
  const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? [];
  const found = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) found.add([pixels[at], pixels[at + 1], pixels[at + 2]].join());
  return [...found];
}
