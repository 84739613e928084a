const key = 'storyrail.studio.colors';
const most = 8;

/** The colors that were chosen last in this browser, the newest first. */
export function recentColors(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one) => /^#[0-9a-f]{6}([0-9a-f]{2})?$/.test(String(one))).slice(0, most)
      : [];
  } catch {
    return [];
  }
}

/** Remembers a color as the one chosen last. */
export function rememberColor(color: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([color, ...recentColors().filter((one) => one !== color)].slice(0, most)));
  } catch {
    // A browser that keeps nothing offers no recent colors.
  }
}
