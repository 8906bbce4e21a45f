// What a person does with the Temporal Web UI, done by a program: the same links, the same dialog, the text as it stands on the page.
// Nothing here waits for a time: each step waits for what it needs to see.
import type { FrameLocator, Locator, Page } from 'playwright-core';

export interface SignalTyped {
  readonly name: string;
  readonly input: string;
}

/** Where the current details stand on the page of a run: in a frame of their own, below summary and details. */
const detailsFrame = (page: Page): FrameLocator => page.locator('iframe').last().contentFrame();

/** Only ends what would hang. */
const PATIENCE_MS = 90_000;

export const openRun = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await tab(page, 'User Metadata').waitFor();
};

/** The tabs stand as links in the head of the run's page. */
const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name }).or(page.getByRole('link', { name })).first();

/** Shows the current details once they hold `expected`; they are asked for anew until they do. */
export const showDetails = async (page: Page, url: string, expected: string): Promise<FrameLocator> => {
  await openRun(page, url);
  await tab(page, 'User Metadata').click();
  const frame = detailsFrame(page);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await frame.locator('p, table').first().waitFor();
    if (await frame.getByText(expected).first().isVisible()) return frame;
    if (Date.now() > until) throw new Error(`the current details never said ${JSON.stringify(expected)}`);
    await page.reload();
  }
};

/** The text of the first block of code below the words, as a person would copy it. */
export const copyFirstBlock = async (frame: FrameLocator): Promise<string> =>
  (await frame.locator('pre').first().innerText()).trim();

/** Opens the dialog, chooses the signal by its name, and types the input. The dialog stays open. */
export const fillSignal = async (page: Page, { name, input }: SignalTyped): Promise<Locator> => {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a Signal' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Send a Signal' });
  await dialog.getByTestId('signal-select-button').click();
  await dialog.getByRole('option').filter({ hasText: name }).first().click();
  const data = dialog.getByRole('textbox', { name: 'Data' });
  await data.fill(input);
  // The editor sets the JSON in lines when it is left, which moves the buttons below it.
  await data.blur();
  return dialog;
};

export const submitSignal = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** The view "Compact": one line a call, with its summary. */
export const showHistory = async (page: Page, url: string): Promise<void> => {
  await openRun(page, url);
  await tab(page, 'Event History').click();
  await tab(page, 'Compact')
    .or(page.getByRole('button', { name: 'Compact' }))
    .first()
    .click();
  await page.getByText('deliverInterim').first().waitFor();
};

export const showList = async (page: Page, url: string, workflowId: string): Promise<void> => {
  await page.goto(url.replace(/\/workflows\/.*$/, '/workflows'));
  await page.getByRole('link', { name: workflowId }).first().waitFor();
};

/** Whether the page says that the run completed; it follows the run by itself. */
export const untilCompleted = async (page: Page, url: string): Promise<void> => {
  await openRun(page, url);
  await page.getByText('Completed', { exact: true }).first().waitFor();
};
