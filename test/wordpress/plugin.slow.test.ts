import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import type { Cloud } from '../../local/cloud.ts';
import { browserPath } from '../browser/installed.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import {
  type Outputs,
  outputsOfPublications,
  outputsOfSome,
  type Read,
  withoutRemovals,
} from '../support/public-outputs.ts';
import { curateProject, curatePublication } from '../support/publicity.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { makePage } from './editor.ts';
import { evil, evilPublication, evilShortcodes } from './evil-publication.ts';
import { interruptedCopies } from './interrupted-copies.ts';
import { type Admin, fieldsOf, signIn, textOf } from './pages.ts';
import { isWordPressInstalled, packages, type Site, startSite } from './site.ts';
import { dashboardOf, postWebhook, settings, toolsOf } from './tools.ts';

/**
 * The plugin in a real WordPress, connected to a laptop cloud as an administrator would: through the settings page of the
 * plugin and the Dashboard API. Each test continues where the one before ended.
 */

if (!isWordPressInstalled && areToolsRequired) throw new Error(`The tests of the plugin need: ${packages}`);

const carberry = '0000-0002-1825-0097';
const [article, other, retracted] = ['10.5555/acp.2019.0042', '10.5555/acp.2024.0007', '10.5555/jcp.2015.666'];

let cloud: Cloud;
let site: Site;
let admin: Admin;
let originId: string;
let credential: string;
let merged: string;

const { php, value, get, sync, publish } = toolsOf(() => site);
const dashboard = dashboardOf(() => cloud);
const webhooks = async () => {
  const response = await fetch(`${cloud.baseUrl}/integrations/v1/webhooks`, { headers: { 'X-API-Key': credential } });
  return ((await response.json()) as { webhooks: { id: string; url: string }[] }).webhooks;
};
(isWordPressInstalled ? describe : describe.skip)('the plugin in WordPress', () => {
  beforeAll(async () => {
    [cloud, site] = await Promise.all([startTestCloud({ seed: { kind: 'sample' } }), startSite()]);
    Object.assign(process.env, tableEnvironment(cloud));
    admin = await signIn(site, 'admin', 'admin');
  }, startTimeoutMs);
  afterAll(async () => {
    await site?.stop();
    await cloud?.stop();
  });

  test('an administrator connects the site step by step', async () => {
    const scopes = ['publications.read', 'works.read', 'people.read', 'groups.read'];
    const body = { platform: 'wordpress', display_name: 'A site', scopes };
    const id = (await dashboard('POST', '/installations', body)).installation?.id;
    const { origin } = await dashboard('POST', `/installations/${id}/origins`, { origin: site.url });
    originId = origin?.id ?? '';
    expect(await admin.page(settings)).toContain(`<code>${site.url}</code>`);
    expect((await get('/wp-json/publication-registry/v1/verification')).status).toBe(404);

    expect(await admin.submit(settings, 'begin', { url: `${cloud.baseUrl}/`, origin_id: 'unknown' })).toContain(
      'There is no origin with a token and this id',
    );
    expect(await admin.submit(settings, 'begin', { url: `${cloud.baseUrl}/`, origin_id: originId })).toContain(
      'The site serves the token',
    );
    const verified = await dashboard('POST', `/installations/${id}/origins/${originId}/verify`);
    expect(verified.origin).toMatchObject({ verification_status: 'verified', last_verification_error: null });

    expect(await admin.submit(settings, 'complete', { credential: 'pri_wrong' })).toContain('notice-error');
    credential = (await dashboard('POST', `/installations/${id}/credentials`, {})).secret;
    const connected = await admin.submit(settings, 'complete', { credential });
    expect(connected).toContain('The site is connected.');
    expect(connected).toContain('Changes arrive within about a minute.');
    expect(connected).not.toContain(credential);
    const listed = (await (await fetch(`${cloud.baseUrl}/v1/publications`)).json()) as { total: number };
    expect(textOf(connected)).toContain(`${listed.total} publications, last updated`);
    expect(await webhooks()).toMatchObject([{ url: `${site.url}/wp-json/publication-registry/v1/webhook` }]);
    expect(await admin.submit(settings, 'page', {})).toContain('The page for publications exists.');
  });

  test('a copy that is current costs a request per list', async () => {
    // Rows that changed in the last ten seconds are sent again.
    const statuses = await waitFor('a sync without changes', async () => {
      const before = cloud.logs.length;
      await sync();
      const calls = cloud.logs.slice(before).filter(({ route }) => route === 'integrations/changes.list');
      return calls.every(({ status }) => status === 304) && calls;
    });
    expect(statuses).toHaveLength(4);
  });

  test('blocks and shortcodes show lists by year with own authors in bold, without a script', async () => {
    const block = '<!-- wp:publication-registry/list {"filters":true,"per_page":5} /-->';
    const { html } = await get(await publish('everything', block));
    const years = [...html.matchAll(/class="pubreg-group">(.*?)</g)].map(([, year]) => year);
    expect(years.length).toBeGreaterThan(2);
    expect(years).toEqual([...new Set(years)].sort().reverse());
    expect(html).toMatch(/<strong class="pubreg-member"><a [^>]*><bdi>Tom.s Ejemplo/);
    expect(html).toContain('<bdi>The Kintsugi Consortium</bdi>');
    expect(html.match(/class="pubreg-item"/g)).toHaveLength(5);

    // The second page and a search, as a visitor gets there.
    const next = /rel="next" href="(.*?)"/.exec(html)?.[1] ?? '';
    expect((await get(next.replaceAll('&#038;', '&'))).html).toContain('Page 2 of');
    const found = (await get('/everything/?pubreg_q=KINTSUGI&pubreg_type=software')).html;
    expect(found.match(/class="pubreg-item"/g)).toHaveLength(1);
    expect((await get('/everything/?pubreg_year=1901')).html).toContain('0 publications');

    const shortcodes = `[publication_registry_person person="${carberry}"] [publication_registry_publication doi="${article}"]
      [publication_registry_list open="yes" from="2019" to="2019" group="none"]`;
    const shown = (await get(await publish('shortcodes', shortcodes))).html;
    expect(shown).toMatch(/pubreg-name" dir="auto"[^>]*>Josiah Carberry/);
    expect(shown).toContain(`https://orcid.org/${carberry}`);
    expect(shown).toContain('<article class="pubreg pubreg-publication">');
    const list = shown.slice(shown.lastIndexOf('<div class="pubreg">'));
    expect([list.match(/class="pubreg-item"/g)?.length, list.includes('pubreg-group')]).toEqual([1, false]);
  });

  (browserPath ? test : test.skip)('an author makes a page with the blocks in the editor', async () => {
    const { previews, settings, path, problems } = await makePage(site, 'edited', [
      ['list', { filters: true, per_page: 2 }],
      ['person', { person: carberry }],
      ['publication', { doi: article }],
      ['publication', { doi: '10.5555/unknown' }],
      ['list', { q: 'nothing like it' }],
    ]);
    expect(previews[0]?.match(/class="pubreg-item"/g)).toHaveLength(2);
    const told = ['Josiah Carberry', article, 'This publication is not in the copy', 'No publication of the registry'];
    expect(previews.slice(1)).toEqual(told.map((text) => expect.stringContaining(text)));
    expect(settings.map((labels) => labels.length)).toEqual([20, 20, 1, 1, 20]);
    expect(problems).toEqual([]);
    const { html } = await get(path);
    for (const part of ['pubreg-filters', 'pubreg-person', 'pubreg-publication']) expect(html).toContain(part);
    for (const text of told.slice(2)) expect(html).not.toContain(text);
  });

  test('each publication has a page with the tags of citations, whatever is in its DOI', async () => {
    const { html, status } = await get(await value(`P\\PublicationPage::urlOf('${article}')`));
    expect(status).toBe(200);
    const tags = [...html.matchAll(/<meta name="(citation_\w+)" content="(.*?)">/g)].map(([, name, text]) => [
      name,
      text,
    ]);
    expect(tags).toEqual(
      expect.arrayContaining([
        ['citation_doi', article],
        ['citation_author', 'Josiah Carberry'],
        ['citation_journal_title', 'Annals of Cracked Pots'],
      ]),
    );
    const title = tags.find(([name]) => name === 'citation_title')?.[1];
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain(title);
    expect(html).toContain(`<link rel="canonical" href="${site.url}/publications/${article}" />`);
    const odd = '10.5555/0099-9999(2003)84<219:tgotcp>2.0.co;2';
    const page = await get(await value(`P\\PublicationPage::urlOf('${odd}')`));
    expect([page.status, page.html.includes('2.0.co;2">')]).toEqual([200, true]);
    expect((await get('/publications/10.5555/unknown')).status).toBe(404);
    expect((await get('/publications/?pubreg_person=nobody')).status).toBe(404);
    const slug = await value(`P\\Publications::person('${carberry}')['item']['slug']`);
    expect((await get(`/publications/?pubreg_person=${slug}`)).html).toContain(`ORCID ${carberry}`);
  });

  /** Every address at which the publication could be seen. */
  const everywhere = async (doi: string) => {
    const pages = ['/everything/', '/shortcodes/', '/publications/', '/publications/?pubreg_q=cracked'];
    const answers = await Promise.all([...pages, await value(`P\\PublicationPage::urlOf('${doi}')`)].map(get));
    return answers.filter(({ html }) => html.includes(doi)).length;
  };

  test('a webhook removes what was deleted, from all pages', async () => {
    expect(await everywhere(other)).toBeGreaterThan(2);
    await cloud.runSchedule('FindWebhookEvents');
    await dashboard('DELETE', `/publications/${encodeURIComponent(other)}`);
    await waitFor('the removal', async () => {
      await cloud.runSchedule('FindWebhookEvents');
      return value(`P\\Publications::byDoi('${other}') === null`);
    });
    expect(await everywhere(other)).toBe(0);
  });

  test('cron removes it, too, and nothing of it stays in the tables', async () => {
    await curatePublication(article, { visible: false });
    await php(
      `wp_unschedule_hook(P\\Synchronization::HOOK); wp_schedule_event(time() - 1, 'hourly', P\\Synchronization::HOOK);`,
    );
    await get('/wp-cron.php');
    expect(await everywhere(article)).toBe(0);
    const rows = await value(
      `array_map(fn ($name) => (int) $GLOBALS['wpdb']->get_var('SELECT COUNT(*) FROM ' . P\\Tables::name($name) . " WHERE id = '" . P\\DatabaseCopy::key('${article}') . "'"), ['publications', 'authors'])`,
    );
    expect(rows).toEqual([0, 0]);
    await curatePublication(article, { visible: true });
    await sync();
    expect(await everywhere(article)).toBeGreaterThan(2);
  });

  test('a list of a project or an entity shows what belongs to it, and follows its changes', async () => {
    const path = await publish('owned', '[publication_registry_list project="kilns" group="none"]');
    const count = async () => ((await get(path)).html.match(/class="pubreg-item"/g) ?? []).length;
    expect(await count()).toBe(0);
    await dashboard('POST', '/projects', { id: 'kilns', programme: 'Pots', title: 'Kilns' });
    await curateProject('kilns', { publication_dois: [article] });
    await sync();
    expect([await count(), (await get(path)).html.includes(article)]).toEqual([1, true]);
    await dashboard('PATCH', `/researchers/${carberry}/affiliation`, {
      entity_id: 'primary_entity',
      status: 'primary_entity',
    });
    const entity = await publish('entity', '[publication_registry_list entity="primary_entity" per_page="100"]');
    await get(entity);
    await sync();
    const ofEntity = await fetch(`${cloud.baseUrl}/v1/publications?entity_id=primary_entity`);
    const { total } = (await ofEntity.json()) as { total: number };
    expect(total).toBeGreaterThan(1);
    expect((await get(entity)).html.match(/class="pubreg-item"/g)).toHaveLength(total);
    await curateProject('kilns', { publication_dois: [] });
    await sync();
    expect(await count()).toBe(0);
  });

  test('what is merged into another leads nowhere, and is on no page', async () => {
    const listed = await fetch(`${cloud.baseUrl}/v1/publications?q=pots&per_page=100`);
    const { publications } = (await listed.json()) as { publications: { doi: string }[] };
    merged = publications.find(({ doi }) => ![article, retracted].includes(doi))?.doi ?? '';
    expect(await everywhere(merged)).toBeGreaterThan(1);
    await attachAlias(merged, retracted, { workspace: 'primary_entity', actor: 'user:c@example.org', now: new Date() });
    await sync();
    expect(await everywhere(merged)).toBe(0);
    expect((await get(await value(`P\\PublicationPage::urlOf('${merged}')`))).status).toBe(404);
    expect(await everywhere(retracted)).toBeGreaterThan(2);
  });

  test('pages are as before while the registry is down, and the settings say why nothing is updated', async () => {
    const { html: before } = await sync().then(() => get('/everything/'));
    const pointTo = (url: string) =>
      php(`$stored = get_option('publication_registry_connection'); $stored['url'] = '${url}';
        update_option('publication_registry_connection', $stored); P\\Views::forget();`);
    await pointTo('http://127.0.0.1:9');
    await php(`add_filter('pre_http_request', fn () => new WP_Error('down', 'Connection <b>refused</b>'));
      if (P\\Synchronization::run()) { exit(1); }`);
    expect((await get('/everything/')).html).toBe(before);
    expect(await admin.page(settings)).toContain('The last update failed: Connection &lt;b&gt;refused&lt;/b&gt;');
    await pointTo(cloud.baseUrl);
    await sync();
    expect(await admin.page(settings)).not.toContain('The last update failed');
  });

  test('a webhook that the registry has not signed is refused; one while a sync runs is not lost', async () => {
    const post = (secret: string) => postWebhook(site, secret, '{"type":"list.changed","data":{}}');
    const secret = await value(`P\\Connection::read()->get('webhook_secret')`);
    expect([await post(`whsec_${Buffer.alloc(32).toString('base64')}`), await post(secret)]).toEqual([401, 204]);
    const lock = (age: number) =>
      php(`$GLOBALS['wpdb']->replace($GLOBALS['wpdb']->options,
        ['option_name' => 'publication_registry_lock', 'option_value' => time() - ${age}, 'autoload' => 'no']);`);
    const isWaiting = () => value(`wp_next_scheduled(P\\Synchronization::HOOK, ['soon']) !== false`);
    await lock(10);
    expect([await post(secret), await isWaiting()]).toEqual([204, true]);
    // The lock of a run that was killed is taken over.
    await lock(1000);
    expect(await post(secret)).toBe(204);
    expect(await value(`get_option('publication_registry_lock')`)).toBe(false);
  });

  test('a copy that starts over is shown when it is complete, and a page that fails leaves nothing', async () => {
    const state = JSON.parse(await php(interruptedCopies));
    expect(state).toEqual([true, true, 'c1', ['10.1/c', '10.1/e']]);
    // The registry does not know this cursor, so the copy becomes right again.
    await php(`P\\Tables::clear();`);
    await sync();
    expect(await value(`P\\Publications::byDoi('${article}') !== null`)).toBe(true);
  });

  test('nothing from the registry, from authors or from visitors becomes markup', async () => {
    const json = Buffer.from(JSON.stringify(evilPublication)).toString('base64');
    await php(`$item = json_decode(base64_decode('${json}'), true); $state = P\\DatabaseCopy::state('publications');
      (new P\\DatabaseCopy())->apply('publications', new PublicationRegistry\\ChangePage(
        [['type' => 'upserted', 'id' => $item['doi'], 'item' => $item]], $state['cursor_value'], null, false, false));`);
    const address = await value(`P\\PublicationPage::urlOf(json_decode(base64_decode('${json}'), true)['doi'])`);
    const visited = [
      await publish('evil', evilShortcodes),
      '/everything/',
      '/shortcodes/',
      '/publications/',
      ...['q', 'year', 'publication_type', 'license', 'page', 'q[]', 'license[]', 'person[]', 'doi[a]'].map(
        (name) => `/publications/?pubreg_${name}=${encodeURIComponent(evil)}`,
      ),
    ];
    for (const path of [...visited, address]) {
      const { html } = await get(path);
      expect(html).not.toMatch(/<img src=x|<script>alert|href="javascript/i);
      expect(html).not.toContain('gallery-item');
    }
    expect((await get('/publications/')).html).toContain('&lt;script&gt;alert(2)');
    await php('P\\Tables::clear();');
    await sync();
  });

  test('only administrators may change anything, and only from the settings page', async () => {
    await php(`wp_create_user('reader', 'reader', 'reader@example.org');`);
    const reader = await signIn(site, 'reader', 'reader');
    const actions = ['begin', 'complete', 'sync', 'page', 'disconnect'];
    const fields = fieldsOf(await admin.page(settings), 'disconnect');
    for (const action of actions) {
      const form = { ...fields, action: `publication_registry_${action}` };
      expect((await reader.post('/wp-admin/admin-post.php', form)).status).toBe(403);
      // A nonce is for one action, and there is none for others' pages.
      if (action !== 'disconnect') expect((await admin.post('/wp-admin/admin-post.php', form)).status).toBe(403);
      expect((await admin.post('/wp-admin/admin-post.php', { action: form.action })).status).toBe(403);
    }
    expect((await fetch(`${site.url}${settings}`, { redirect: 'manual' })).status).toBe(302);
    expect(await reader.status(settings)).toBe(403);
    expect(await value('P\\Connection::read()->isComplete()')).toBe(true);
    expect((await get('/wp-json/wp/v2/settings')).html).not.toContain('publication_registry');
  });

  test('it speaks German on a German site', async () => {
    // WordPress accepts only languages that it has, and looks for them once in a process.
    await php(`wp_mkdir_p(WP_LANG_DIR);
      copy(WP_PLUGIN_DIR . '/publication-registry/languages/publication-registry-de_DE.mo', WP_LANG_DIR . '/de_DE.mo');`);
    await php(`update_option('WPLANG', 'de_DE');`);
    const { html } = await get('/everything/');
    for (const text of ['Suche', 'Alle Jahre', 'Alle Typen', 'Frei zugänglich', 'Publikationen</p>']) {
      expect(html).toContain(text);
    }
    expect(await admin.page(settings)).toContain('Die Seite für Publikationen');
    await php(`update_option('WPLANG', '');`);
  });

  test('what is hidden, deleted or merged is in no output of the registry, in no event, and on no page', async () => {
    const dois = [retracted, other, merged];
    const lists = outputsOfPublications({ word: 'kilns', dois });
    const some = outputsOfSome({
      dois,
      orcids: [carberry],
      slugs: [await value(`P\\Publications::person('${carberry}')['item']['slug']`)],
      projects: ['kilns'],
    });
    const pages: Outputs[string] = async () =>
      String((await Promise.all(dois.map(everywhere))).some((count) => count > 0) ? dois : '');
    const keyOf = (url: string) => (url.startsWith('/integrations/') ? credential : cloud.stack.api_keys.full);
    const read: Read = async (url) => {
      const answer = await fetch(cloud.baseUrl + url, { headers: { 'X-API-Key': keyOf(url) } });
      expect([url, answer.status < 500 && answer.status !== 401]).toEqual([url, true]);
      return answer.ok ? answer.text() : '';
    };
    for (const [name, output] of Object.entries(lists)) {
      // The sitemap leaves out pages without an abstract.
      if (name === 'pages of the sitemap') continue;
      expect([name, await output(read)]).toEqual([name, expect.stringContaining(retracted)]);
    }

    await curatePublication(retracted, { visible: false });
    await waitFor('the event', async () => {
      await cloud.runSchedule('FindWebhookEvents');
      return value(`P\\Publications::byDoi('${retracted}') === null`);
    });
    for (const [name, output] of Object.entries({ ...lists, ...some, 'pages of the site': pages })) {
      await waitFor(`${name} to show none of them`, async () => {
        const text = withoutRemovals(await output(read));
        return !dois.some((doi) => text.includes(doi));
      });
    }
    const [webhook] = await webhooks();
    const { deliveries } = JSON.parse(await read(`/integrations/v1/webhooks/${webhook?.id}/deliveries`)) as {
      deliveries: { doi: string | null; type: string }[];
    };
    const told = deliveries.filter(({ doi }) => doi !== null && dois.includes(doi));
    expect(new Set(told.map(({ doi, type }) => `${type} ${doi}`))).toEqual(
      new Set(dois.map((doi) => `publication.withdrawn ${doi}`)),
    );
  });

  test('PHP has nothing to report about the plugin', () => {
    expect(site.reported()).toEqual([]);
  });

  test('uninstalling leaves nothing, here or at the registry', async () => {
    expect(await webhooks()).toHaveLength(1);
    const plugin = 'publication-registry/publication-registry.php';
    await php(`deactivate_plugins('${plugin}');`);
    await site.php(`uninstall_plugin('${plugin}');`);
    const left = await site.php(`global $wpdb; echo json_encode([
      $wpdb->get_col("SHOW TABLES LIKE '%publication_registry%'"),
      $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%publication%registry%'"),
      get_page_by_path('publications'),
      array_keys(array_merge(...array_values(_get_cron_array()))),
      $wpdb->get_col("SELECT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%publication%registry%'"),
    ]);`);
    const [tables, options, page, hooks, meta] = JSON.parse(left);
    expect({ tables, options, page, meta }).toEqual({ tables: [], options: [], page: null, meta: [] });
    expect(hooks).not.toContain('publication_registry_sync');
    expect(await webhooks()).toEqual([]);
  });
});
