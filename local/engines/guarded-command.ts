/** A command for the guardian. */
export interface GuardedCommand {
  command: string;
  args: string[];
  lockFile?: string | undefined;
  /** How long the command may take to end before it is killed. */
  graceMs?: number;
}

/** The guardian's exit code if another holds the lock file. */
export const lockedCode = 75;
