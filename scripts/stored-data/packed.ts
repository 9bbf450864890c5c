import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/**
 * Packs the data folder of a stopped laptop cloud, except what every start rewrites: log lines and the dashboard's
 * pages.
 */
export function packed(dataDir: string): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'packed-'));
  const copy = join(work, 'data');
  try {
    cpSync(dataDir, copy, { recursive: true });
    rmSync(join(copy, 'functions.log'), { force: true });
    compact(join(copy, 'queues/fauxqs.db'), "DELETE FROM s3_objects WHERE bucket LIKE '%-cloudfrontpages%'");
    compact(join(copy, 'dynamodb/shared-local-instance.db'));
    // Through a file, because the output of a command is limited.
    const archive = join(work, 'data.tar');
    execFileSync('tar', ['cf', archive, '-C', copy, '.']);
    return brotliCompressSync(readFileSync(archive));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Writes a packed data folder. */
export function unpack(file: string, dataDir: string): void {
  execFileSync('tar', ['xf', '-', '-C', dataDir], { input: brotliDecompressSync(readFileSync(file)) });
}

function compact(file: string, statement = ''): void {
  const database = new DatabaseSync(file);
  database.exec(`${statement}; VACUUM`);
  database.close();
}
