import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../support/cloud.ts';

/** Where the focus is after a key. */
interface Stop {
  /** The element, described for readers of a failed test. */
  what: string;
  /** Its position in the document, to tell elements apart. */
  index: number;
  isInMain: boolean;
  isInDialog: boolean;
  /** Whether it has an outline, and nothing covers it. */
  isVisible: boolean;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Runs in the page, where these types do not exist. */
const readStop = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return undefined;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const first = element.getClientRects()[0] ?? box;
  const above = document.elementFromPoint(first.left + first.width / 2, first.top + first.height / 2);
  const isOnTop = above !== null && (element.contains(above) || above.contains(element));
  // Browsers mark the parts of a date themselves.
  const isDate = element.matches('input[type=date]');
  const isMarked = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
  return {
    what: element.tagName.toLowerCase() + ' "' + (name || element.id) + '"',
    index: [...document.querySelectorAll('*')].indexOf(element),
    isInMain: element.closest('main') !== null,
    isInDialog: element.closest('[role=dialog]') !== null,
    isVisible: isOnTop && (isDate || (isMarked && element.matches(':focus-visible'))),
    top: box.top + scrollY, left: box.left + scrollX, bottom: box.bottom + scrollY, right: box.right + scrollX,
  };
})()`;

const stopOf = (page: Page) => page.evaluate<Stop | undefined>(readStop);

const maxStops = 500;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Waits until the target has the focus: after a dialog it returns in the next frame. */
export const focused = (target: Locator): Promise<true> => waitFor(`the focus on ${target}`, () => hasFocus(target));

/** Waits until an element inside this selector has the focus, for example after the focused one was removed. */
export const focusedIn = (page: Page, selector: string): Promise<true> =>
  waitFor(`the focus in ${selector}`, () =>
    page.evaluate<boolean>(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`),
  );

/** Presses Tab until the target has the focus. Finds the target again only if the page has replaced its element. */
export async function tabTo(target: Locator): Promise<void> {
  let element = await elementOf(target);
  for (let presses = 0; presses < maxStops; presses++) {
    const state = await element.evaluate((node) =>
      node.isConnected ? node === node.ownerDocument.activeElement : undefined,
    );
    if (state) return;
    if (state === undefined) element = await elementOf(target);
    else await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function elementOf(target: Locator) {
  await target.waitFor();
  return target.elementHandle();
}

/** Moves to the target with Tab and presses a key. */
export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Moves to the field with Tab and replaces its text. */
export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(text);
}

/**
 * Moves through a page with Tab until the focus leaves it, and returns the focused elements. Each must be visibly
 * focused, uncovered, and after the one before in reading order; and the walk must end.
 */
export async function walk(page: Page): Promise<string[]> {
  const stops: Stop[] = [];
  const faults: string[] = [];
  for (let presses = 0; presses < maxStops; presses++) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    const before = stops.at(-1);
    if (!stop || (before && stop.index === stops[0]?.index)) {
      expect(faults).toEqual([]);
      return stops.map(({ what }) => what);
    }
    if (!stop.isVisible) faults.push(`${stop.what} has the focus, which is not visible`);
    const isBack = before?.isInMain && stop.isInMain && stop.bottom <= before.top && stop.right <= before.left;
    if (isBack) faults.push(`${stop.what} comes after ${before.what}, but is above and left of it`);
    // A date field has several stops.
    if (stop.index !== before?.index) stops.push(stop);
  }
  throw new Error(`Tab does not lead out of the page; the last place was ${stops.at(-1)?.what}`);
}

/** Opens a dialog with Enter, cycles through it with Tab, and closes it with Escape. The button then has the focus. */
export async function walkDialog(opener: Locator): Promise<void> {
  const page = opener.page();
  await press(opener);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const stops: Stop[] = [];
  for (let presses = 0; presses < maxStops; presses++) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    expect(stop).toMatchObject({ isInDialog: true, isVisible: true });
    // Not only the first one: what loads behind the dialog moves the places of all.
    if (!stop || stops.slice(0, -1).some(({ index }) => index === stop.index)) break;
    if (stop.index !== stops.at(-1)?.index) stops.push(stop);
  }
  // At least a field or a choice, the confirming button, and the closing one.
  expect(stops.length).toBeGreaterThan(2);
  expect(stops.length).toBeLessThan(maxStops);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(opener);
}
