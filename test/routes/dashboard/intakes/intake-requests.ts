import * as addRows from '../../../../lambdas/dashboard/intake-rows/create.ts';
import * as decide from '../../../../lambdas/dashboard/intake-rows/decide.ts';
import * as listRows from '../../../../lambdas/dashboard/intake-rows/list.ts';
import * as apply from '../../../../lambdas/dashboard/intakes/apply.ts';
import * as check from '../../../../lambdas/dashboard/intakes/check.ts';
import * as create from '../../../../lambdas/dashboard/intakes/create.ts';
import * as get from '../../../../lambdas/dashboard/intakes/get.ts';
import * as list from '../../../../lambdas/dashboard/intakes/list.ts';
import * as report from '../../../../lambdas/dashboard/intakes/report.ts';
import * as stop from '../../../../lambdas/dashboard/intakes/stop.ts';
import * as undo from '../../../../lambdas/dashboard/intakes/undo.ts';
import { call, sessionOf } from '../../../support/event.ts';

export type Session = ReturnType<typeof sessionOf>;
export const member = (workspace?: string): Session => sessionOf('workspace_member', workspace);

const steps = { check, apply, stop, undo };

/** The requests of a client about intakes. */
export const intakeClient = (authorizer: Session = member()) => ({
  create: (body: object) => call(create, { url: '/api/intakes', body, authorizer }),
  rows: (id: string, first: number, rows: readonly unknown[]) =>
    call(addRows, { url: `/api/intakes/${id}/rows`, body: { first, rows }, authorizer }),
  get: (id: string) => call(get, { url: `/api/intakes/${id}`, authorizer }),
  list: (query = '') => call(list, { url: `/api/intakes${query}`, authorizer }),
  listRows: (id: string, query = '') => call(listRows, { url: `/api/intakes/${id}/rows${query}`, authorizer }),
  decide: (id: string, body: object) => call(decide, { url: `/api/intakes/${id}/rows`, body, authorizer }),
  step: (id: string, step: keyof typeof steps) => call(steps[step], { url: `/api/intakes/${id}/${step}`, authorizer }),
  report: (id: string, query = '') => call(report, { url: `/api/intakes/${id}/report${query}`, authorizer }),
});

/** An entry of a file, as a client sends it. */
export function entry(line: number, row: object = {}, rest: object = {}) {
  return {
    line,
    key: `key${line}`,
    original: `@article{key${line}}`,
    row: {
      doi: null,
      title: `Kiln number ${line} and its glaze`,
      work_type: 'report',
      publication_date: '2021',
      data: {},
      departments: [],
      ...row,
    },
    faults: [],
    notes: [],
    ...rest,
  };
}
