import * as z from 'zod';
import { IntakeMapping } from '#src/records/intakes/store/mappings.ts';

export const IntakeMappingId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores');

export const DashboardIntakeMapping = IntakeMapping.meta({ id: 'IntakeMapping' });
