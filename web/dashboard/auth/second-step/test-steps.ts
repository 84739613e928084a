import type { Locator } from 'playwright-core';

/** Another code than the right one. */
export const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

/** Pastes a text into a field. */
export const pasted = (field: Locator, text: string) =>
  field.evaluate((input, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', content);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
