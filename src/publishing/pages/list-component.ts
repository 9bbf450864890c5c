/**
 * The script of the element `publication-list`, which adds a search and two filters to the list that is in it. Without
 * the script, the list is all there. It is a text, because functions are bundled without files.
 */
export const listComponent = `const texts = {
  en: { search: 'Search', year: 'Year', type: 'Type', all: 'All', one: 'publication shown', shown: 'publications shown' },
  de: { search: 'Suche', year: 'Jahr', type: 'Typ', all: 'Alle', one: 'Publikation angezeigt', shown: 'Publikationen angezeigt' },
};
const fold = (text) => text.normalize('NFKD').replace(/\\p{M}/gu, '').toLocaleLowerCase();

class PublicationList extends HTMLElement {
  connectedCallback() {
    if (this.controls || !this.querySelector('li[data-type]')) return;
    const language = (this.closest('[lang]')?.lang ?? '').slice(0, 2);
    this.texts = texts[language] ?? texts.en;
    this.controls = document.createElement('div');
    this.controls.setAttribute('role', 'search');
    this.query = this.labelled('search', document.createElement('input'));
    this.query.type = 'search';
    this.year = this.choices('year', (item) => item.dataset.year, (one, other) => other.localeCompare(one));
    this.kind = this.choices('type', (item) => item.dataset.type, (one, other) => one.localeCompare(other));
    this.count = document.createElement('p');
    this.count.setAttribute('role', 'status');
    this.prepend(this.controls, this.count);
    this.controls.addEventListener('input', () => this.filter());
  }

  get items() {
    return [...this.querySelectorAll('li[data-type]')];
  }

  labelled(name, control) {
    const label = document.createElement('label');
    label.append(this.texts[name], control);
    this.controls.append(label);
    return control;
  }

  choices(name, valueOf, order) {
    const select = document.createElement('select');
    const values = [...new Set(this.items.map(valueOf).filter(Boolean))].sort(order);
    select.append(new Option(this.texts.all, ''), ...values.map((value) => new Option(value, value)));
    return this.labelled(name, select);
  }

  filter() {
    const words = fold(this.query.value).split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const item of this.items) {
      const text = fold(item.textContent);
      const fits =
        (this.year.value === '' || item.dataset.year === this.year.value) &&
        (this.kind.value === '' || item.dataset.type === this.kind.value) &&
        words.every((word) => text.includes(word));
      item.hidden = !fits;
      if (fits) shown++;
    }
    for (const section of this.querySelectorAll('section')) {
      section.hidden = !section.querySelector('li[data-type]:not([hidden])');
    }
    this.count.textContent = shown + ' ' + (shown === 1 ? this.texts.one : this.texts.shown);
  }
}

if (!customElements.get('publication-list')) customElements.define('publication-list', PublicationList);
`;
