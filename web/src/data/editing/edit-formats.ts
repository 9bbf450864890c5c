/** The formats of lists that are edited in a spreadsheet and come back by "From a file". */
export const editFormats = {
  'xlsx-edit': { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  'csv-edit': { extension: 'csv', type: 'text/csv;charset=utf-8' },
} as const;
export type EditFormat = keyof typeof editFormats;
