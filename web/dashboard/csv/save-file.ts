/** Lets the browser keep a file under a name. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it long before.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
