import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Bundles share most of their code: with a window that spans them all, an archive shrinks to a twentieth of its size.
 */
const windowLog = 27;
const compression = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: windowLog,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

/**
 * Parts of an assembly that functions do not need to run: source maps, CDK notes, viewers of API pages, pages, and the
 * layer that copies these, which is larger than all the rest.
 */
const isLeftOut = (path: string) =>
  /[.](map|zip|metadata[.]json)$|^(tree[.]json|api-reference[.]js|cdk[.]out)$/.test(basename(path)) || isPages(path);

const isPages = (path: string) =>
  basename(path).startsWith('asset.') && !/[.]\w+$/.test(path.replace(/^.*asset[.]/, '')) && holdsPages(path);
const holdsPages = (folder: string) => readdirSync(folder).includes('index.html');

/** Packs a synthesized assembly and the OpenAPI documents of a release into one file. The same content gives the same file. */
export function packRelease({ assembly, documents }: { assembly: string; documents: string }, file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    cpSync(assembly, join(folder, 'assembly'), { recursive: true, filter: (path) => !isLeftOut(path) });
    mkdirSync(join(folder, 'openapi'));
    for (const name of readdirSync(documents)) cpSync(join(documents, name), join(folder, 'openapi', name));
    pack(folder, file, compression);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs an assembly completely, so that it can be deployed again, in about a second. */
export const packAssembly = (assembly: string, file: string): void =>
  pack(assembly, file, { ...compression, [constants.ZSTD_c_compressionLevel]: 3 });

function pack(folder: string, file: string, params: Record<number, number>): void {
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const packed = execFileSync('tar', ['c', ...same, '-C', folder, '.'], { maxBuffer: 2 ** 30 });
  writeFileSync(file, zstdCompressSync(packed, { params }));
}

/** Unpacks what `packRelease` wrote, the folders `assembly` and `openapi`, or an assembly of `packAssembly`. */
export function unpackRelease(file: string, folder: string): void {
  const packed = zstdDecompressSync(readFileSync(file), { params: { [constants.ZSTD_d_windowLogMax]: windowLog } });
  execFileSync('tar', ['x', '-C', folder], { input: packed });
}
