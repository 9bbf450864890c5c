import { beginStep, type IntakeStepName } from '#src/curation/intakes/intakes.ts';
import { answeredIntake, type IntakeRequest, intakeUser } from './intakes.ts';

/** Begins a step of an intake, and answers how far it is. */
export const answerStep =
  (step: IntakeStepName) =>
  async ({ params: { id }, ...request }: IntakeRequest & { params: { id: string } }) => ({
    status: 202 as const,
    body: await answeredIntake(await beginStep(id, step, intakeUser(request))),
  });
