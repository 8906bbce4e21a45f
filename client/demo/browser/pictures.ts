import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture of what the page shows; `height` for a page that is longer than the window. */
export type TakePicture = (page: Page, name: string, options?: { readonly height?: number }) => Promise<void>;

export const noPictures: TakePicture = () => Promise.resolve();

/** `<folder>/<name>.png`; the folder is made. */
export const picturesIn = (folder: string): TakePicture => {
  mkdirSync(folder, { recursive: true });
  return async (page, name, { height } = {}) => {
    const before = page.viewportSize();
    if (height !== undefined && before !== null) await page.setViewportSize({ ...before, height });
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    if (before !== null) await page.setViewportSize(before);
  };
};
