import { NAME_TO_FILL, REASON_TO_FILL } from '../../../core/human-review/bare-decision';
import type { DemoStage } from '../demo-stage';
import { openBrowser, type DemoBrowser } from './open-browser';
import { noPictures, picturesIn, type TakePicture } from './pictures';
import { copyFirstBlock, fillSignal, showDetails, showHistory, showList, submitSignal, untilCompleted } from './web-ui';

export interface BrowserReview {
  readonly stage: DemoStage;
  readonly say: (line: string) => void;
  /** Folder for pictures of the pages; null: none are taken. */
  readonly screenshots: string | null;
  readonly turnKey: string;
  readonly url: string;
  readonly reviewer: string;
}

/** What stood on the pages. */
export interface SeenInBrowser {
  readonly heading: string;
  /** After a paste as it was printed. */
  readonly ignored: string;
  readonly end: string;
  readonly everything: string;
}

/** Approves over the web UI, as a person would; returns once the page says that the run completed. */
export const reviewInBrowser = async (asked: BrowserReview): Promise<SeenInBrowser> => {
  const browser = await openBrowser();
  asked.stage.alsoStop(() => browser.close());
  const take = asked.screenshots === null ? noPictures : picturesIn(asked.screenshots);
  if (asked.screenshots !== null) await pictureSealed(browser, asked, take);
  return decideOnPage(browser, asked, take);
};

const decideOnPage = async (
  browser: DemoBrowser,
  { say, turnKey, url, reviewer }: BrowserReview,
  take: TakePicture,
): Promise<SeenInBrowser> => {
  const page = await browser.openPage();
  await showList(page, url, turnKey);
  await take(page, 'list', { width: 1_500, height: 460 });
  const details = await showDetails(page, url, 'waits for a person');
  await take(page, 'current-details', { height: 1_375, only: page.locator('#content') });
  const heading = await details.locator('h3').first().innerText();
  const waiting = await details.locator('body').innerText();
  const printed = await copyFirstBlock(details);
  say(`   The page says: ${heading.replace(/\s+/g, ' ')}`);

  say('   Pasted as printed, nothing filled in: a no.');
  await submitSignal(await fillSignal(page, { name: 'reviewDecision', input: printed }));
  const refused = await showDetails(page, url, 'Decisions that did not count');
  const ignored = await refused.locator('table').last().innerText();
  say(`   The page says: ${ignored.split('\n').at(-1)?.trim() ?? ''}`);

  const decision = printed.replace(NAME_TO_FILL, reviewer).replace(REASON_TO_FILL, 'demo');
  say(`   Pasted with name and reason:\n   ${decision}`);
  const dialog = await fillSignal(page, { name: 'reviewDecision', input: decision });
  await take(page, 'signal', { only: dialog });
  await submitSignal(dialog);
  await untilCompleted(page, url);
  const done = await showDetails(page, url, 'completed');
  const end = await done.locator('body').innerText();
  await showHistory(page, url);
  await take(page, 'history', { width: 1_560, height: 1_250, only: page.locator('#content') });
  return { heading, ignored, end, everything: [waiting, ignored, end].join('\n') };
};

/** The same pages as one sees them whose web UI knows no codec server. */
const pictureSealed = async (
  browser: DemoBrowser,
  { turnKey, url }: BrowserReview,
  take: TakePicture,
): Promise<void> => {
  const page = await browser.openPage({ sealed: true });
  await showList(page, url, turnKey);
  await showDetails(page, url, 'No Current Details');
  await take(page, 'current-details-sealed', { height: 600, only: page.locator('#content') });
  await showHistory(page, url);
  await take(page, 'history-sealed', { width: 1_560, height: 1_150, only: page.locator('#content') });
};
