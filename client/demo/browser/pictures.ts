import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

interface Frame {
  /** For a page that is larger than the window. */
  readonly width?: number;
  readonly height?: number;
  /** A part of the page in place of the whole. */
  readonly only?: Locator;
}

/** Takes a picture of what the page shows. */
export type TakePicture = (page: Page, name: string, frame?: Frame) => Promise<void>;

export const noPictures: TakePicture = () => Promise.resolve();

/** `<folder>/<name>.png`. */
export const picturesIn =
  (folder: string): TakePicture =>
  async (page, name, { only, ...size } = {}) => {
    const before = page.viewportSize();
    if (before !== null) await page.setViewportSize({ ...before, ...size });
    await (only ?? page).screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    if (before !== null) await page.setViewportSize(before);
  };
