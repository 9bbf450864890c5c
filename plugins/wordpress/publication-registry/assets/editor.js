// The three blocks in the editor. The server renders them, and WordPress knows their attributes from it.
((blocks, { createElement, useEffect }, { InspectorControls, useBlockProps }, components, ServerSideRender) => {
  const labels = window.publicationRegistryLabels;
  const choices = window.publicationRegistryChoices ?? {};
  // Blocks of before, which are saved under the names of the API from then on.
  const renamed = {
    type: 'publication_type',
    year: 'publication_year',
    from: 'publication_year_from',
    to: 'publication_year_to',
  };
  // They were the values of `group`, which now names groups.
  const headings = { year: 'year', type: 'type', none: 'none', no: 'none', '': 'none' };
  const withNewNames = (attributes) => {
    const given = Object.entries(renamed).filter(([old]) => attributes[old]);
    const heading = headings[attributes.group?.trim()];
    return Object.fromEntries([
      ...given.map(([old, name]) => [name, attributes[name] || String(attributes[old])]),
      ...given.map(([old]) => [old, undefined]),
      ...(heading === undefined ? [] : Object.entries({ headings: heading, group: undefined })),
    ]);
  };
  const control = (name, { type }, value, setAttributes) => {
    // An empty `group` once meant no headings.
    const empty = name === 'group' ? undefined : '';
    const read = {
      number: (given) => Number(given) || 0,
      boolean: (given) => given,
      string: (given) => given || empty,
    };
    const change = (given) => setAttributes({ [name]: read[type](given) });
    const shared = { key: name, label: labels[name], onChange: change };
    const options = choices[name];
    if (options) {
      const isKnown = !value || options.some((option) => option.value === value);
      const all = isKnown ? options : [...options, { value, label: value }];
      const kind = name === 'group' ? components.ComboboxControl : components.SelectControl;
      return createElement(kind, { ...shared, value: value ?? '', options: all });
    }
    return type === 'boolean'
      ? createElement(components.ToggleControl, { ...shared, checked: value })
      : createElement(components.TextControl, {
          ...shared,
          value: value ?? '',
          type: type === 'number' ? 'number' : 'text',
        });
  };
  for (const name of ['list', 'person', 'publication']) {
    const block = `publication-registry/${name}`;
    blocks.registerBlockType(block, {
      edit({ attributes, setAttributes }) {
        useEffect(() => setAttributes(withNewNames(attributes)), []);
        const own = Object.entries(blocks.getBlockType(block).attributes).filter(([key]) => key in labels);
        const controls = own.map(([key, kind]) => control(key, kind, attributes[key], setAttributes));
        return createElement(
          'div',
          useBlockProps(),
          createElement(
            InspectorControls,
            null,
            createElement(components.PanelBody, { title: labels.settings }, controls),
          ),
          createElement(ServerSideRender, { block, attributes }),
        );
      },
      save: () => null,
    });
  }
})(window.wp.blocks, window.wp.element, window.wp.blockEditor, window.wp.components, window.wp.serverSideRender);
