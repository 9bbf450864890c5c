/** The interval of polling a job's progress. */
const askEveryMs = 5_000;

/**
 * The outcomes of publications, some of which a job edits, once it has ended. If its progress can no longer be read,
 * these stay `queued`.
 */
export async function whenDone<Result extends { outcome: string }>(
  results: Result[],
  ask: () => Promise<{ status: 'processing' | 'completed'; results: Result[] }>,
  onProgress: (done: number) => void,
): Promise<Result[]> {
  let known = results;
  try {
    for (;;) {
      onProgress(known.filter(({ outcome }) => outcome !== 'queued').length);
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
      const report = await ask();
      known = report.results;
      if (report.status === 'completed') return known;
    }
  } catch {
    return known;
  }
}
