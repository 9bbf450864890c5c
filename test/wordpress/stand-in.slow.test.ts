import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTimeoutMs } from '../support/cloud.ts';
import { type RedirectingRegistry, startRedirectingRegistry } from '../support/redirecting-registry.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { isWordPressInstalled, packages, type Site, startSite } from './site.ts';
import { toolsOf } from './tools.ts';

/** The plugin in a real WordPress, with a stand-in of the registry. */

if (!isWordPressInstalled && areToolsRequired) throw new Error(`The tests of the plugin need: ${packages}`);

let site: Site;
const { php, value, get } = toolsOf(() => site);

(isWordPressInstalled ? describe : describe.skip)('the plugin in WordPress', () => {
  beforeAll(async () => {
    site = await startSite();
  }, startTimeoutMs);
  afterAll(() => site?.stop());

  test('another host that the registry redirects to gets no credential, and the settings say what to do', async () => {
    const registry: RedirectingRegistry = await startRedirectingRegistry();
    try {
      await php(`
        add_filter('http_request_host_is_external', '__return_true');
        update_option('publication_registry_connection', ['url' => '${registry.url}', 'credential' => 'pri_secret']);`);
      for (const status of [301, 302, 303, 307, 308]) {
        registry.status = status;
        expect(await value('P\\Synchronization::run()')).toBe(false);
        expect(await value("P\\Synchronization::status()['error']")).toMatch(
          new RegExp(`redirects to ${registry.location}.*another host would get the credential.*new address`),
        );
      }
      expect(registry.credentials()).toEqual({ registry: Array(5).fill('pri_secret'), other: [] });
    } finally {
      registry.stop();
      await php("delete_option('publication_registry_connection');");
    }
  });

  test('a publication is in the cache once, however its DOI is spelled', async () => {
    await php(`P\\PublicationPage::createPage();
      (new P\\DatabaseCopy())->apply('publications', new PublicationRegistry\\ChangePage([
        ['type' => 'upserted', 'id' => '10.5555/spelled.one', 'item' => ['doi' => '10.5555/spelled.one', 'title' => 'One']],
        ['type' => 'upserted', 'id' => '10.5555/spelled.two', 'item' => ['doi' => '10.5555/spelled.two', 'title' => 'Two']],
      ], 'c', null, false, true));`);
    const cached = async () => {
      const sql =
        "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '_transient_publication_registry_html_%'";
      return Number(await value(`$GLOBALS['wpdb']->get_var("${sql}")`));
    };
    const path = '/publications';
    for (const doi of [
      '10.5555/spelled.one',
      '10.5555/SPELLED.ONE',
      '10.5555/Spelled%2Eone',
      '10.5555%2Fspelled.onE',
    ]) {
      const page = await get(`${path}/${doi}/`);
      expect([doi, page.status, page.html.includes('<h2 dir="auto">One</h2>')]).toEqual([doi, 200, true]);
    }
    const shortcode = 'do_shortcode(\'[publication_registry_publication doi="https://doi.org/10.5555/sPELLED.one"]\')';
    expect(await value(shortcode)).toContain('>One</h2>');
    expect(await cached()).toBe(1);
    expect((await get(`${path}/10.5555/spelled.two/`)).html).toContain('>Two</h2>');
    expect(await cached()).toBe(2);
    expect((await get(`${path}/10.5555/spelled.three/`)).status).toBe(404);
    expect(await cached()).toBe(2);
  });

  test('PHP has nothing to report about the plugin', () => expect(site.reported()).toEqual([]));
});
