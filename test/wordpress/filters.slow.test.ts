import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  changesForCopy,
  type Found,
  filterQueries,
  inOrder,
  lists,
  parametersOf,
  storePublications,
} from '../clients/filters-fixture.ts';
import { startTimeoutMs } from '../support/cloud.ts';
import { captureLog } from '../support/log.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { isWordPressInstalled, packages, type Site, startSite } from './site.ts';
import { toolsOf } from './tools.ts';

/** The filters of the API in a real WordPress, whose copy has the publications of a registry. */

if (!isWordPressInstalled && areToolsRequired) throw new Error(`The tests of the plugin need: ${packages}`);

captureLog();
let site: Site;
const { php, value, get, publish } = toolsOf(() => site);
/** PHP for any JSON. */
const json = (content: unknown) =>
  `json_decode(base64_decode('${Buffer.from(JSON.stringify(content)).toString('base64')}'), true)`;
const doisIn = (html: string) => inOrder(html.match(/10\.5555\/\w+/g) ?? []);
const shortcode = (attributes: string, tag = 'list') =>
  `do_shortcode('[publication_registry_${tag} per_page="100" ${attributes}]')`;

(isWordPressInstalled ? describe : describe.skip)('the plugin in WordPress', () => {
  beforeAll(async () => {
    [site] = await Promise.all([startSite(), storePublications()]);
    const { changes } = await changesForCopy();
    await php(`(new P\\DatabaseCopy())->apply('publications',
      new PublicationRegistry\\ChangePage(${json(changes)}, 'cursor', null, false, true));`);
  }, startTimeoutMs);
  afterAll(() => site?.stop());

  test('lists of the copy have what the API answers, and are empty where it refuses a filter', async () => {
    const queries = filterQueries.map(([query]) => query);
    const asked = await Promise.all(queries.map((query) => lists['Integrations API']?.(query)));
    const found = await value(`array_map(function ($given) {
      try { return array_map(fn ($item) => $item->doi(), P\\Publications::find($given, 100)[0]); }
      catch (PublicationRegistry\\InvalidFilter $failure) { return ['refused' => $failure->parameter]; }
    }, ${json(queries.map(parametersOf))})`);
    const answers = found.map((answer: Found) => (Array.isArray(answer) ? inOrder(answer) : answer));
    expect(queries.map((query, index) => [query, answers[index]])).toEqual(
      queries.map((query, index) => [query, asked[index]]),
    );
    const attributes = queries.map((query) => ({ ...parametersOf(query), per_page: 100 }));
    const shown = await value(`array_map(fn ($given) => P\\Views::list($given), ${json(attributes)})`);
    expect(queries.map((query, index) => [query, doisIn(shown[index])])).toEqual(
      queries.map((query, index) => [query, Array.isArray(asked[index]) ? asked[index] : []]),
    );
  });

  test('who edits a page reads why a list is empty, and visitors do not', async () => {
    const reversed = 'publication_year_from="2024" publication_year_to="2021"';
    const told = 'Nothing is listed, because a filter is not valid: publication_year_to must not be before';
    expect(await value(shortcode(reversed))).toContain(told);
    expect(await value(shortcode('open_access_status="gold|&lt;b&gt;"'))).not.toContain('<b>');
    const path = await publish('reversed', `[publication_registry_list ${reversed}]`);
    expect((await get(path)).html).not.toContain('Nothing is listed');
  });

  test('350 people fit into an attribute, and one more is not left out unsaid', async () => {
    const people = await value(`array_map(function ($number) {
      for ($check = 0; $check < 10; $check++) {
        $orcid = sprintf('00090000%07d%d', $number, $check);
        try { PublicationRegistry\\PublicationFilters::parse(['orcid' => $orcid]); return $orcid; }
        catch (PublicationRegistry\\InvalidFilter) {}
      }
      return null;
    }, range(1, 420))`);
    const some = people.filter(Boolean);
    const last = (count: number) => [...some.slice(0, count - 1), '0000-0002-1825-0097'].join('|');
    expect(doisIn(await value(shortcode(`orcid="${last(350)}"`)))).toHaveLength(3);
    expect(await value(shortcode(`orcid="${last(351)}"`))).toContain('orcid must have at most 350 values');
  });

  test('pages of before go on with their names of attributes', async () => {
    const found = async (attributes: string) => doisIn(await value(shortcode(attributes)));
    expect(await found('type="Dataset | book-chapter"')).toEqual(['10.5555/glaze', '10.5555/kilns']);
    expect(await found('year="2024"')).toEqual(['10.5555/glaze']);
    expect(await found('from="2021" to="2024" type=""')).toEqual(['10.5555/glaze', '10.5555/kilns']);
    expect(await found('year="0" from="" publication_year="2020" type="journal-article"')).toEqual(['10.5555/pots']);
    expect(await found('open="yes"')).toEqual(['10.5555/glaze', '10.5555/pots']);
  });

  test('visitors choose within a list, by its form or by an address with the names of the API', async () => {
    const path = await publish('filtered', '[publication_registry_list filters="yes" publication_year_from="2020"]');
    const visit = async (query: string) => {
      const { html } = await get(`${path}?${query}`);
      return [doisIn(html.replace(/<form[\s\S]*<\/form>/, '')), html] as const;
    };
    const [everything, form] = await visit('');
    expect(everything).toEqual(['10.5555/glaze', '10.5555/handle', '10.5555/kilns', '10.5555/pots']);
    expect([...form.matchAll(/<select name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'pubreg_publication_year',
      'pubreg_publication_type',
    ]);
    expect((await visit('pubreg_license=cc-by%7Ccc0'))[0]).toEqual(['10.5555/glaze', '10.5555/pots']);
    expect((await visit('pubreg_license=cc-by+|+cc-by-nc&pubreg_publication_year=2021|2020'))[0]).toEqual([
      '10.5555/kilns',
      '10.5555/pots',
    ]);
    // Addresses of before, and years outside the list.
    expect((await visit('pubreg_year=2024&pubreg_type=dataset'))[0]).toEqual(['10.5555/glaze']);
    expect((await visit('pubreg_publication_year_to=2019'))[0]).toEqual([]);
    const [, kept] = await visit('pubreg_license=cc-by%7Ccc0&pubreg_publication_type=dataset|journal-article');
    expect(kept).toContain('<input type="hidden" name="pubreg_license" value="cc-by|cc0">');
    expect(kept).toContain('<option value="dataset|journal-article" selected');
    const [nothing, told] = await visit('pubreg_publication_year_from=2024&pubreg_publication_year_to=2021');
    expect([nothing, told]).toEqual([[], expect.stringContaining('publication_year_to must not be before')]);
  });

  test('the choices of visitors are of the list', async () => {
    const path = await publish('choices', '[publication_registry_list filters="yes" license="cc-by|cc0"]');
    const { html } = await get(path);
    const options = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, option]) => option);
    expect(options).toEqual(['2024', '2020', 'dataset', 'journal-article']);
  });

  test('tables of an older version get the columns, and the copy is read again beside what is shown', async () => {
    const table = `P\\Tables::name('publications')`;
    await php(`global $wpdb; $table = ${table};
      $wpdb->query("ALTER TABLE $table DROP COLUMN license, DROP COLUMN license_family, DROP COLUMN open_access_status");
      $wpdb->query('ALTER TABLE ' . P\\Tables::name('lists') . ' DROP COLUMN version');
      delete_option('publication_registry_tables');`);
    expect((await get('/filtered/')).status).toBe(200);
    const columns = await value(`$GLOBALS['wpdb']->get_col('SHOW COLUMNS FROM ' . ${table})`);
    expect(columns).toEqual(expect.arrayContaining(['license', 'license_family', 'open_access_status']));
    expect(await value(`(new P\\DatabaseCopy())->checkpoint('publications')`)).toBeNull();
    expect(doisIn((await get('/filtered/')).html)).toHaveLength(4);
    const { changes } = await changesForCopy();
    await php(`(new P\\DatabaseCopy())->apply('publications',
      new PublicationRegistry\\ChangePage(${json(changes)}, 'next', null, false, true));`);
    expect(await value(`(new P\\DatabaseCopy())->checkpoint('publications')->cursor`)).toBe('next');
    expect(doisIn(await value(shortcode('license="cc0"')))).toEqual(['10.5555/glaze']);
  });

  test('PHP has nothing to report about the plugin', () => expect(site.reported()).toEqual([]));
});
