export default async function teardown(): Promise<void> {
  await (globalThis as { stopEngine?: () => Promise<void> }).stopEngine?.();
}
