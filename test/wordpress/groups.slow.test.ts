import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeGroup } from '#src/curation/groups/groups.ts';
import { parametersOf } from '../clients/filters-fixture.ts';
import {
  ada,
  bea,
  type Changes,
  changesOf,
  context,
  groupQueries,
  listed,
  storeGroups,
} from '../clients/groups-fixture.ts';
import { startTimeoutMs } from '../support/cloud.ts';
import { captureLog } from '../support/log.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { signIn, textOf } from './pages.ts';
import { isWordPressInstalled, packages, type Site, startSite } from './site.ts';
import { toolsOf } from './tools.ts';

/** Groups and works without a DOI in a real WordPress, whose copy has those of a registry. */

if (!isWordPressInstalled && areToolsRequired) throw new Error(`The tests of the plugin need: ${packages}`);

captureLog();
let site: Site;
const { php, value, get, publish } = toolsOf(() => site);
const lists = ['groups', 'publications', 'works', 'people'] as const;
const cursors: Partial<Record<(typeof lists)[number], string>> = {};
/** PHP for any JSON. */
const json = (content: unknown) =>
  `json_decode(base64_decode('${Buffer.from(JSON.stringify(content)).toString('base64')}'), true)`;
const apply = (list: string, { changes, cursor, reset }: Changes) =>
  php(`(new P\\DatabaseCopy())->apply('${list}',
    new PublicationRegistry\\ChangePage(${json(changes)}, '${cursor}', null, false, ${reset}));`);
/** Brings the copy up to date, as a sync does. */
async function sync(names: readonly (typeof lists)[number][] = lists) {
  for (const list of names) {
    const page = await changesOf(list, cursors[list]);
    cursors[list] = page.cursor;
    await apply(list, page);
  }
}
const titlesIn = (html: string) =>
  [...html.matchAll(/<(?:a|cite) class="pubreg-title"[^>]*>(.*?)<\/(?:a|cite)>/g)].map(([, title]) => title);
const shortcode = (attributes: string, tag = 'list') => `do_shortcode('[publication_registry_${tag} ${attributes}]')`;
/** The HTML of lists by their attributes, in one run of PHP. */
const listsBy = async (...all: string[]): Promise<string[]> => value(`[${all.map((each) => shortcode(each)).join()}]`);
const shown = async (...all: string[]) => (await listsBy(...all)).map(titlesIn);
const choicesIn = (html: string) =>
  [...html.matchAll(/<option value="([^"]*)"[^>]*>(.*?)<\/option>/g)].map(([, id, name]) => [id, name]);

(isWordPressInstalled ? describe : describe.skip)('the plugin in WordPress', () => {
  beforeAll(async () => {
    [site] = await Promise.all([startSite(), storeGroups()]);
    await sync();
  }, startTimeoutMs);
  afterAll(() => site?.stop());

  test('lists of the copy have what the registry lists, publications and works in one order', async () => {
    const given = groupQueries.map(([query]) => ({ ...parametersOf(query), works: true }));
    const found = await value(
      `array_map(fn ($given) => array_map(fn ($item) => $item->title()[0], P\\Publications::find($given, 100)[0]), ${json(given)})`,
    );
    for (const [index, [query, expected]] of groupQueries.entries()) {
      expect([query, found[index]]).toEqual([query, expected]);
      expect([query, await listed(query)]).toEqual([query, [...expected].sort()]);
    }
    const html = await value(`P\\Views::list(['group_id' => 'kilns', 'works' => 'yes'])`);
    expect(titlesIn(html)).toEqual(['pots', 'Report', 'glaze']);
    expect(html).toMatch(/<strong class="pubreg-member"><bdi>Ada Arts/);
  });

  test('attributes name groups and people, with or without parts and works', async () => {
    const slug = await value(`P\\Publications::person('${ada}')['item']['slug']`);
    const all = groupQueries.at(-1)?.[1] ?? [];
    const expected: [attributes: string, found: readonly string[]][] = [
      ['works="yes"', all],
      // A site with a new plugin shows works, unless a list says otherwise.
      ['', all],
      ['works="no"', all.filter((title) => title === title.toLowerCase())],
      ['group="arts" works="no"', ['pots', 'shards', 'glaze']],
      ['group=" centre , kilns "', ['pots', 'Report', 'Performance', 'glaze']],
      ['group="arts" subgroups="no"', []],
      ['group="kilns" subgroups="No" publication_type="report|dataset"', ['Report', 'glaze']],
      ['group="hidden"', []],
      [`person="${bea}"`, ['Performance', 'glaze']],
      [`person="https://orcid.org/${bea}, ${slug},nobody"`, ['pots', 'Report', 'Performance', 'glaze']],
      ['person="nobody"', []],
    ];
    const found = await shown(...expected.map(([attributes]) => attributes));
    expect(expected.map(([attributes], index) => [attributes, found[index]])).toEqual(expected);
    const people = await value(shortcode(`person="${ada},${bea}" works="no"`, 'person'));
    expect([...people.matchAll(/class="pubreg-name"[^>]*>(.*?)</g)].map(([, name]) => name)).toEqual([
      'Ada Arts',
      'Bea Both',
    ]);
    expect(titlesIn(people)).toEqual(['pots', 'glaze']);
    const crowd = Array.from({ length: 101 }, (_, number) => `p${number}`).join();
    expect(await listsBy(`person="${crowd}"`, 'group="arts" subgroups="perhaps"')).toEqual([
      expect.stringContaining('person must have at most 100 values'),
      expect.stringContaining('subgroups must be true or false'),
    ]);
  });

  test('whoever may edit a page reads which group the copy does not have, and visitors do not', async () => {
    const [hidden, some, none] = await listsBy(
      'group="hidden,nobody"',
      'group="arts,nobody"',
      'group="arts" q="nothing"',
    );
    const told = 'The copy of the registry has no group hidden, nobody: it is hidden there, or has another id.';
    expect(hidden).toContain(told);
    expect(some).not.toContain('pubreg-hint');
    expect(none).toContain('No publication of the registry is in this list.');
    const path = await publish('of-nobody', '[publication_registry_list group="hidden"]');
    expect((await get(path)).html).not.toContain('has no group');
  });

  test('`group` says headings as before where it can mean nothing else', async () => {
    const [years, types] = [
      ['2024', '2023', '2022', '2021'],
      ['Book', 'Dataset', 'Journal article'],
    ];
    const expected: [attributes: string, headings: string[]][] = [
      ...['', 'group="year"', 'headings="year"'].map((each): [string, string[]] => [each, years]),
      ...['group="type"', 'headings="type"', 'headings="type" group=""'].map((each): [string, string[]] => [
        each,
        types,
      ]),
      ...['group="none"', 'group=""', 'headings="none"'].map((each): [string, string[]] => [each, []]),
    ];
    const headingsIn = (html: string) => [...html.matchAll(/class="pubreg-group">(.*?)</g)].map(([, text]) => text);
    const rendered = await listsBy(...expected.map(([attributes]) => `works="no" ${attributes}`));
    expect(expected.map(([attributes], index) => [attributes, headingsIn(rendered[index] ?? '')])).toEqual(expected);
    expect(rendered.map((html) => titlesIn(html).length)).toEqual(rendered.map(() => 4));
    const blocks = [{ group: 'none' }, { group: '' }, {}, { group: 'kilns', works: 'no' }];
    const inBlocks: string[] = await value(`array_map(fn ($attributes) => render_block(['blockName' =>
      'publication-registry/list', 'attrs' => $attributes, 'innerBlocks' => [], 'innerHTML' => '', 'innerContent' => []]),
      ${json(blocks)})`);
    expect(inBlocks.map((html) => headingsIn(html).length)).toEqual([0, 0, 5, 2]);
    expect(titlesIn(inBlocks.at(-1) ?? '')).toEqual(['pots', 'glaze']);
  });

  test('pages go over publications and works, each once', async () => {
    const path = await publish('paged', '[publication_registry_list per_page="3" filters="yes" headings="none"]');
    const pages = [1, 2, 3].map(async (page) => titlesIn((await get(`${path}?pubreg_page=${page}`)).html));
    expect((await Promise.all(pages)).flat()).toEqual(groupQueries.at(-1)?.[1]);
    const typed = await get(`${path}?pubreg_publication_type=presentation`);
    expect(titlesIn(typed.html)).toEqual(['Slides']);
    expect(choicesIn(typed.html)).toEqual(
      expect.arrayContaining([
        ['artistic-performance', 'Artistic performance'],
        ['presentation', 'Presentation'],
      ]),
    );
  });

  test('visitors choose among the groups of the list, by name and in the order of the tree', async () => {
    const path = await publish('groups', '[publication_registry_list filters="yes" works="yes"]');
    const { html } = await get(path);
    const groups = choicesIn(/<select name="pubreg_group_id">.*?<\/select>/.exec(html)?.[0] ?? '');
    expect(groups).toEqual([
      ['', 'All groups'],
      ['arts', 'Faculty of Arts'],
      ['centre', '– Centre of two'],
      ['kilns', '– Institute of &lt;b&gt;Kilns&lt;/b&gt;'],
      ['science', 'Faculty of Science'],
    ]);
    const chosen = (await get(`${path}?pubreg_group_id=centre`)).html;
    expect(titlesIn(chosen)).toEqual(['Performance', 'glaze']);
    expect(chosen).toContain('<option value="centre" selected');
    const narrow = await publish('narrow', '[publication_registry_list filters="yes" works="no" group="kilns"]');
    expect(choicesIn((await get(narrow)).html).map(([id]) => id)).toEqual(expect.arrayContaining(['kilns', 'centre']));
    expect(titlesIn((await get(`${narrow}?pubreg_group_id=centre`)).html)).toEqual(['glaze']);
  });

  test('a hidden group is gone with the next sync, also before its publications are read again', async () => {
    const gone = async () => {
      const [centre = '', none = ''] = await listsBy('group="centre"', 'group_id="none"');
      expect([titlesIn(centre), titlesIn(none)]).toEqual([[], ['handle', 'Slides']]);
      const { html } = await get('/groups/');
      expect(html).not.toMatch(/Centre of two|value="centre"/);
    };
    expect((await get('/groups/')).html).toContain('Centre of two');
    await changeGroup('centre', { visible: false }, context(), () => undefined);
    await sync(['groups']);
    await gone();
    await sync();
    await gone();
    expect(await shown('group="science"')).toEqual([['Performance', 'glaze']]);
    const rows = `$GLOBALS['wpdb']->get_var('SELECT COUNT(*) FROM ' . P\\Tables::name('group_items') . " WHERE group_id = 'centre'")`;
    expect(await value(rows)).toBe('0');
    await changeGroup('centre', { visible: true }, context(), () => undefined);
    await sync();
    expect(await shown('group="centre"')).toEqual([['Performance', 'glaze']]);
  });

  test('the editor knows the groups, and visitors load none of it', async () => {
    const printed = `(function () { do_action('enqueue_block_editor_assets');
      return implode("\\n", wp_scripts()->get_data('publication-registry-editor', 'before')); })()`;
    const script: string = await value(printed);
    const { group, works, subgroups } = JSON.parse(/publicationRegistryChoices = (.*);/.exec(script)?.[1] ?? '{}');
    expect(group).toEqual(expect.arrayContaining([{ value: 'kilns', label: '– Institute of <b>Kilns</b>' }]));
    expect(script).not.toContain('<b>');
    expect([works[0].label, works.length, subgroups.length]).toEqual(['As on this site: yes', 3, 2]);
    expect(await (await fetch(`${site.url}/groups/`)).text()).not.toContain('publicationRegistryChoices');
  });

  test('a site of the version before keeps its copy and its pages, until somebody chooses works', async () => {
    const names = ['publications', 'authors'].map((name) => `P\\Tables::name('${name}')`);
    await php(`global $wpdb;
      $wpdb->query('DELETE FROM ' . ${names[0]} . " WHERE list = 'works'");
      $wpdb->query('DELETE FROM ' . ${names[1]} . " WHERE list = 'works'");
      foreach ([${names.join()}] as $table) { $wpdb->query("ALTER TABLE $table DROP COLUMN list"); }
      foreach (['groups', 'group_items'] as $name) { $wpdb->query('DROP TABLE ' . P\\Tables::name($name)); }
      $wpdb->query('DELETE FROM ' . P\\Tables::name('lists') . " WHERE list IN ('groups', 'works')");
      update_option('publication_registry_tables', 2); delete_option('publication_registry_works');
      update_option('publication_registry_connection',
        ['url' => 'http://127.0.0.1:9', 'credential' => 'pri_secret', 'token' => 't']);`);
    const before = await publish('upgraded', '[publication_registry_list]');
    expect(titlesIn((await get(before)).html)).toEqual(['pots', 'shards', 'glaze', 'handle']);
    expect(await value(`(new P\\DatabaseCopy())->checkpoint('publications')->cursor`)).toBe(cursors.publications);
    expect(await value(shortcode('group="arts"'))).toContain('The copy of the registry has no groups.');
    expect((await get('/groups/')).html).not.toContain('pubreg_group_id');
    // The registry has a copy without groups start over, beside what is shown.
    for (const list of ['groups', 'works', 'publications'] as const) await apply(list, await changesOf(list));
    expect(titlesIn((await get(before)).html)).toEqual(['pots', 'shards', 'glaze', 'handle']);
    expect(await shown('works="yes" group="kilns"')).toEqual([['pots', 'Report', 'glaze']]);

    const settings = '/wp-admin/options-general.php?page=publication-registry';
    const admin = await signIn(site, 'admin', 'admin');
    const told = textOf(await admin.page(settings));
    expect(told).toContain('Groups: 4 Works without a DOI: 3 People: 4');
    expect(told).toContain('Lists show no works without a DOI, unless they say works=&quot;yes&quot;.');
    expect(textOf(await admin.submit(settings, 'show_works', {}))).toContain('Lists show works without a DOI, unless');
    expect(titlesIn((await get(before)).html)).toEqual(groupQueries.at(-1)?.[1]);
    await admin.submit(settings, 'leave_works', {});
    expect(titlesIn((await get(before)).html)).toEqual(['pots', 'shards', 'glaze', 'handle']);
  });

  test('without the scopes, or with a registry of before, publications are shown as ever, and the settings say why', async () => {
    /** Syncs with a registry that answers the lists as given. */
    const syncWith = (refusal: object, status: number) =>
      value(`(function () {
        add_filter('pre_http_request', function ($none, $options, $url) {
          parse_str(parse_url($url, PHP_URL_QUERY), $query);
          $isKnown = $query['list'] === 'publications' && $query['include'] === 'citation';
          $body = $isKnown
            ? ['changes' => [], 'cursor' => 'c', 'has_more' => false, 'reset' => false]
            : ${json(refusal)};
          return ['response' => ['code' => $isKnown ? 200 : ${status}, 'message' => ''], 'headers' => [], 'body' => json_encode($body)];
        }, 10, 3);
        return [P\\Synchronization::run(), P\\Synchronization::run(), P\\Synchronization::status()];
      })()`);
    const state = (reason: string) => [
      true,
      true,
      { error: '', off: { groups: reason, works: reason, people: reason } },
    ];
    const noScope = { error: 'No scope', code: 'scope_not_granted', details: null };
    expect(await syncWith(noScope, 403)).toMatchObject(state('scope'));
    const admin = await signIn(site, 'admin', 'admin');
    const settings = '/wp-admin/options-general.php?page=publication-registry';
    const told = textOf(await admin.page(settings));
    for (const scope of ['groups.read', 'works.read'])
      expect(told).toContain(`off, because the installation does not have the scope ${scope}.`);
    expect(told).not.toContain('The last update failed');
    // A list that may no longer be read is no longer there.
    const [all = '', ofGroup] = await listsBy('works="yes"', 'group="kilns"');
    expect(titlesIn(all)).toEqual(['pots', 'shards', 'glaze', 'handle']);
    expect(ofGroup).toContain('The copy of the registry has no groups.');
    const issues = [{ path: 'list', message: 'is unknown' }];
    const unknown = { error: 'Unknown', code: 'invalid_query', details: { issues } };
    expect(await syncWith(unknown, 400)).toMatchObject(state('version'));
    expect(textOf(await admin.page(settings))).toContain('Groups: off, because this version of the registry');
    await php(`delete_option('publication_registry_connection');`);
  });

  test('nothing of a group becomes markup', async () => {
    const evil = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;
    const item = { id: evil, name: { [evil]: evil }, parents: [{ id: evil }, evil], kind: evil };
    const publication = { doi: '10.5555/evil', title: 'Evil', groups: [{ id: evil, is_direct: evil }, evil] };
    const page = (id: string, given: unknown): Changes => ({
      changes: [{ id, item: given }],
      cursor: 'c',
      reset: true,
    });
    await apply('groups', page(evil, item));
    await apply('publications', page('10.5555/evil', publication));
    const path = await publish('evil-groups', '[publication_registry_list filters="yes"]');
    const address = `${path}?pubreg_group_id=${encodeURIComponent(evil)}&pubreg_subgroups=${encodeURIComponent(evil)}`;
    for (const at of [path, address]) expect((await get(at)).html).not.toMatch(/<img src=x|<script>alert/);
  });

  test('PHP has nothing to report about the plugin', () => expect(site.reported()).toEqual([]));
});
