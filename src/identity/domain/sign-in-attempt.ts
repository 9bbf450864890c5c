import * as z from 'zod';

/** The callback's data for a user who returns from the issuer. The browser has only its id. */
export const SignInAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  origin: z.string(),
  /** Whether the issuer was told to ask for the password even if it knows the user. */
  reauthenticates: z.boolean(),
});
export type SignInAttempt = z.output<typeof SignInAttempt>;
