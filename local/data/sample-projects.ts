import type * as z from 'zod';
import type { ProjectInput } from '#src/records/projects/input.ts';

/**
 * Fictional projects of the researchers in local/sample, oldest first: one multilingual, one in dollars, one hidden.
 */
export const sampleProjects: z.input<typeof ProjectInput>[] = [
  {
    id: 'sherd-atlas',
    programme: 'Regional Heritage Fund',
    title: 'An Atlas of Sherds',
    abstract: 'Where broken pots are found, and what of: one map, ten thousand sherds.',
    start_date: '2019',
    end_date: '2022-06',
    cesam_funding_amount: 48_000,
    total_funding_amount: 120_000,
    funding_entities: ['Regional Heritage Fund'],
    proponent_institution: 'Institute of Psychoceramics',
    member_orcids: ['0009-9999-0000-0019', '0009-9999-0000-0027'],
    coordinator_orcids: ['0009-9999-0000-0019'],
    data: { acronym: 'ATLAS' },
  },
  {
    id: 'golden-joinery',
    programme: { en: 'Horizon Crackpot', de: 'Horizont Sprung' },
    title: {
      en: 'Golden Joinery: Repair as a Method',
      de: 'Goldfugen: Reparatur als Methode',
      es: 'Juntas de oro: la reparación como método',
    },
    abstract: {
      en: 'What is mended with gold holds longer than what was never broken. We ask why.',
      de: 'Was mit Gold gekittet ist, hält länger als das, was nie zerbrach. Wir fragen, warum.',
    },
    start_date: '2023-01-01',
    end_date: '2026-12-31',
    cesam_funding_amount: 310_500.5,
    total_funding_amount: 1_250_000,
    funding_entities: ['Horizon Crackpot', { name: 'Kintsugi Foundation', country: 'JP' }],
    proponent_institution: 'Institute of Psychoceramics',
    page_url: 'https://golden-joinery.example.org/',
    member_orcids: ['0000-0002-1825-0097', '0009-9999-0000-0019'],
    coordinator_orcids: ['0000-0002-1825-0097'],
  },
  {
    id: 'kilns-2026',
    programme: 'Transatlantic Clay Exchange',
    title: 'Kilns on Both Shores',
    start_date: '2026-03',
    total_funding_amount: 75_000,
    total_funding_currency: 'USD',
    cesam_funding_currency: 'USD',
    member_orcids: ['0009-9999-0000-0027'],
  },
  {
    id: 'not-yet-announced',
    programme: 'Horizon Crackpot',
    title: 'A Project That Is Not Public Yet',
    member_orcids: ['0000-0002-1825-0097'],
    visible: false,
  },
];
