import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashCredential } from '#src/identity/credentials/secret.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { activeJobsSentBefore } from '#src/ingestion/store/jobs.ts';
import { applyProject, ProjectInput } from '#src/records/projects/input.ts';
import { saveProject } from '#src/records/projects/store/projects.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { curateSample } from './curate.ts';
import { sampleProjects } from './sample-projects.ts';
import type { Access, SampleUserName } from './write-access.ts';

/**
 * Ingests researchers and waits until the jobs end; writes what has no source, and people's decisions if `curated`. May be
 * repeated after an interruption.
 */
export async function writeSample(
  { orcids, curated }: { orcids: string[]; curated: boolean },
  { apiKeys: [key], pepper, users }: Access,
): Promise<void> {
  const requestedBy = `api_key:${hashCredential(key?.secret ?? '', pepper)}`;
  const requester = { requestedBy, workspace: defaultWorkspace, requestId: randomUUID() };
  const ingested = requestIngestion(orcids, requester, new Date()).then(waitForJobs);
  const emailOf = (name: SampleUserName) => users.find((user) => user.name === name)?.email ?? '';
  await Promise.all([ingested, writeProjects(), curated && curateSample(emailOf, ingested)]);
}

/** Writes the missing projects with creation times a second apart, so that their order is defined. */
async function writeProjects(): Promise<void> {
  const firstMs = Date.now() - sampleProjects.length * 1000;
  await inParallel(sampleProjects.entries(), sampleProjects.length, ([index, project]) =>
    saveProject(applyProject(undefined, ProjectInput.parse(project), new Date(firstMs + index * 1000)), undefined),
  );
}

/** Waits until no ingestion job is queued or processing. */
async function waitForJobs(): Promise<void> {
  const later = () => new Date(Date.now() + 60_000);
  while ((await activeJobsSentBefore(later())).length > 0) await sleep(50);
}
