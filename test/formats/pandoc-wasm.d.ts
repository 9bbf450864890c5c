/** The package has no types of its own. Only what the tests use. */
declare module 'pandoc-wasm' {
  export function convert(
    options: { from: string; to: string; 'input-files'?: string[]; wrap?: string },
    stdin: string | null,
    files: object,
  ): Promise<{ stdout: string; stderr: string }>;
}
