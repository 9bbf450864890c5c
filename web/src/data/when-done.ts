/** Between two questions how far a job has come. */
const askEveryMs = 5_000;

/**
 * What became of publications of which a job edits some, when it has ended. If it cannot be asked any more, these stay
 * `queued`.
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
