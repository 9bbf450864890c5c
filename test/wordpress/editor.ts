import { startBrowser } from '../browser/browser.ts';
import type { Site } from './site.ts';

/** A new page with blocks of the plugin, as an author sees it. */
export interface EditedPage {
  /** The HTML of each block in the editor, which the server has rendered. */
  previews: string[];
  /** The labels of the settings of each block, in the sidebar. */
  settings: string[][];
  /** The path of the published page. */
  path: string;
  /** Errors of the site in the browser, and warnings that name the plugin. */
  problems: string[];
}

interface Editor {
  wp: {
    data: {
      select(store: string): {
        getBlockOrder(): string[];
        getCurrentPost(): { link: string; status: string };
        isSavingPost(): boolean;
      };
      dispatch(store: string): Record<string, (...given: unknown[]) => unknown>;
    };
    blocks: { createBlock(name: string, attributes: object): unknown };
  };
}

/** Makes a page with blocks in the block editor, as an administrator in a browser, and publishes it. */
export async function makePage(
  { url }: Site,
  title: string,
  blocks: readonly (readonly [name: string, attributes: object])[],
): Promise<EditedPage> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const problems: string[] = [];
    context.on('weberror', (error) => problems.push(error.error().message));
    context.on('console', (message) => {
      const isOurs =
        message.type() === 'error'
          ? message.location().url.startsWith(url)
          : /publication.registry/i.test(message.text());
      if (['error', 'warning'].includes(message.type()) && isOurs) problems.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${url}/wp-login.php`);
    await page.fill('#user_login', 'admin');
    await page.fill('#user_pass', 'admin');
    await page.click('#wp-submit');
    await page.waitForURL(/wp-admin/);
    await page.goto(`${url}/wp-admin/post-new.php?post_type=page`);
    await page.waitForFunction(
      () => !!(globalThis as unknown as Partial<Editor>).wp?.data?.select('core/editor')?.getCurrentPost()?.status,
    );
    const ids = await page.evaluate(
      ([heading, wanted]) => {
        const { data, blocks: kinds } = (globalThis as unknown as Editor).wp;
        data.dispatch('core/preferences').set?.('core/edit-post', 'welcomeGuide', false);
        data.dispatch('core/preferences').set?.('core', 'enableChoosePatternModal', false);
        data.dispatch('core/editor').editPost?.({ title: heading });
        for (const [name, attributes] of wanted) {
          const block = kinds.createBlock(`publication-registry/${name}`, attributes);
          data.dispatch('core/block-editor').insertBlocks?.(block);
        }
        return data.select('core/block-editor').getBlockOrder().slice(-wanted.length);
      },
      [title, blocks] as const,
    );
    // Newer versions have the page that is edited in a frame.
    const frame = page.locator('iframe[name="editor-canvas"]');
    const canvas = (await frame.count()) > 0 ? page.frameLocator('iframe[name="editor-canvas"]') : page;
    const [previews, settings]: [string[], string[][]] = [[], []];
    for (const id of ids) {
      const block = canvas.locator(`[data-block="${id}"]`);
      await block.locator('.pubreg-item, .pubreg-publication, .pubreg-hint').first().waitFor();
      previews.push(await block.innerHTML());
      await page.evaluate((chosen) => {
        const { data } = (globalThis as unknown as Editor).wp;
        data.dispatch('core/block-editor').selectBlock?.(chosen);
      }, id);
      const panel = page.locator('.block-editor-block-inspector .components-panel__body', {
        hasText: 'Which publications',
      });
      await panel.waitFor();
      settings.push(await panel.locator('label').allInnerTexts());
    }
    await page.evaluate(async () => {
      const { data } = (globalThis as unknown as Editor).wp;
      data.dispatch('core/editor').editPost?.({ status: 'publish' });
      await data.dispatch('core/editor').savePost?.();
    });
    const { link } = await page.evaluate(() =>
      (globalThis as unknown as Editor).wp.data.select('core/editor').getCurrentPost(),
    );
    return { previews, settings, path: link.replace(url, ''), problems };
  } finally {
    await browser.close();
  }
}
