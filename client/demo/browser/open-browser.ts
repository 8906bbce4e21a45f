// A real browser, without a window. The library that drives it is a package for development, as the browser is one of the system: an
// installation without either is told what to install, or that a person can play this demonstration as well.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Playwright from 'playwright-core';
import { productRoot } from '../../../temporal-config/settings';
import { ClientError } from '../../client-error';
import { findChromium } from './find-chromium';

export interface DemoBrowser {
  /** A page that reaches loopback alone. `sealed`: as one sees it whose web UI knows no codec server. */
  openPage(options?: { readonly sealed?: boolean }): Promise<Playwright.Page>;
  close(): Promise<void>;
}

const VIEW = { width: 1360, height: 800 };
/** Only ends what would hang: two cores that are busy take their time over such a page. */
const PATIENCE_MS = 90_000;

/** Whether a browser could be opened; refuses with NO_CHROMIUM or NO_PLAYWRIGHT before anything is started. */
export const assertBrowser = (): void => {
  findChromium(process.env);
  loadPlaywright();
};

export const openBrowser = async (): Promise<DemoBrowser> => {
  const browser = await loadPlaywright().chromium.launch({
    executablePath: findChromium(process.env),
    // The sandbox of Chromium refuses to run as root, which a container usually is.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: PATIENCE_MS,
  });
  return {
    openPage: async ({ sealed = false } = {}) => {
      const context = await browser.newContext({ viewport: VIEW, timezoneId: 'UTC', reducedMotion: 'reduce' });
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(SHOW_COLUMNS);
      // The last one that fits is asked: the page's own settings before the guard of the way out.
      await context.route('**/*', (route) => (isLoopback(route.request().url()) ? route.continue() : route.abort()));
      if (sealed) await context.route('**/api/v1/settings*', forgetCodec);
      return context.newPage();
    },
    close: () => browser.close(),
  };
};

const loadPlaywright = (): typeof Playwright => {
  try {
    return createRequire(join(productRoot(), 'package.json'))('playwright-core') as typeof Playwright;
  } catch {
    throw new ClientError('NO_PLAYWRIGHT', 7, {
      message: `${productRoot()}: expected playwright-core among the packages, got none; it comes with those for development`,
      next: [`npm install --include=dev --prefix ${productRoot()}`, 'turnkeep demo review-by-ui'],
    });
  }
};

const isLoopback = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** The web UI keeps the columns of its list in the browser. */
const columns = ['Status', 'Workflow ID', 'AgentStatus', 'WaitingFor', 'ReviewDueAt', 'StoppedAt'];
const SHOW_COLUMNS = `localStorage.setItem('namespace-workflow-table-columns', ${JSON.stringify(
  JSON.stringify({ default: columns.map((label) => ({ label })) }),
)});`;

const forgetCodec = async (route: Playwright.Route): Promise<void> => {
  const response = await route.fetch();
  const settings = (await response.json()) as { readonly Codec?: object };
  await route.fulfill({ response, json: { ...settings, Codec: { ...settings.Codec, Endpoint: '' } } });
};
