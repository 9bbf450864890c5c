import { createHash, randomBytes, randomInt, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import { AwsError } from '../iam/aws-error.ts';
import type { PasswordPolicy } from './pool-template.ts';

export interface PoolUser {
  /** Never changes. Also Cognito's user name in pools whose users sign in by e-mail address. */
  sub: string;
  email: string;
  /** All attributes except `sub` and `email`. */
  attributes: Record<string, string>;
  status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  password: HashedPassword | undefined;
  createdAtMs: number;
  updatedAtMs: number;
  /** Earlier refresh tokens are refused (AdminUserGlobalSignOut). */
  signedOutAtMs?: number;
  /** The one-time code for setting a new password. */
  code?: { hash: string; untilMs: number; triesLeft: number };
}

interface HashedPassword {
  salt: string;
  hash: string;
  /** Expiry of a temporary password. */
  untilMs?: number;
}

const codeLifeMs = 60 * 60_000;
const codeTries = 5;
const dayMs = 24 * 60 * 60_000;

/** The laptop's user pool, with Cognito's password rules. */
export class UserPool {
  readonly #users: PoolUser[];
  readonly #policy: PasswordPolicy;
  readonly #file: string | undefined;
  readonly #now: () => number;

  /** Stores users in `file`, readable only by its owner, or in memory if undefined. */
  constructor(policy: PasswordPolicy, file: string | undefined, now: () => number = Date.now) {
    this.#policy = policy;
    this.#file = file;
    this.#now = now;
    this.#users = (file && readJson<PoolUser[]>(file)) || [];
  }

  /** Finds a user by sub, or by e-mail address ignoring case. */
  find(name: string): PoolUser | undefined {
    return this.#users.find(({ sub, email }) => sub === name || email.toLowerCase() === name.toLowerCase());
  }

  get(name: string): PoolUser {
    const found = this.find(name);
    if (!found) throw new AwsError('UserNotFoundException', 'User does not exist.');
    return found;
  }

  /** Creates a user, who must set a new password at the first sign-in, unless this one is permanent. */
  async create(
    email: string,
    attributes: Record<string, string>,
    firstPassword: string,
    permanent = false,
  ): Promise<PoolUser> {
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
      throw new AwsError('InvalidParameterException', 'Username should be an email.');
    }
    this.#refuseWeak(firstPassword);
    const password = permanent ? await hashOf(firstPassword) : await this.#temporary(firstPassword);
    // No await between this check and the push, so that only one of several parallel calls succeeds.
    if (this.find(email)) throw new AwsError('UsernameExistsException', 'User account already exists');
    const nowMs = this.#now();
    const user: PoolUser = {
      sub: randomUUID(),
      email,
      attributes,
      status: permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
      password,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    this.#users.push(user);
    this.#save();
    return user;
  }

  delete(name: string): void {
    this.#users.splice(this.#users.indexOf(this.get(name)), 1);
    this.#save();
  }

  /** Ends the user's refresh tokens. As in Cognito, the session of the sign-in pages continues. */
  signOut(name: string): void {
    this.#change(this.get(name), { signedOutAtMs: this.#now() });
  }

  /** Sets a password without a code (AdminSetUserPassword). */
  async setPassword(name: string, password: string, permanent: boolean): Promise<void> {
    const user = this.get(name);
    this.#refuseWeak(password);
    const hashed = permanent ? await hashOf(password) : await this.#temporary(password);
    this.#change(user, { password: hashed, status: permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD' });
  }

  /** The user if the password is right. Undefined also for unknown users. */
  async signIn(name: string, password: string): Promise<PoolUser | undefined> {
    const user = this.find(name);
    const held = user?.password;
    // Also hashes for unknown users, so that the response time does not reveal accounts.
    const isRight = await isSame(password, held ?? { salt: 'none', hash: 'none' });
    const isOver = held?.untilMs !== undefined && held.untilMs < this.#now();
    return isRight && !isOver ? user : undefined;
  }

  /** Creates a six-digit code, which replaces any earlier one. */
  newCode(name: string): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const untilMs = this.#now() + codeLifeMs;
    this.#change(this.get(name), { code: { hash: codeHash(code), untilMs, triesLeft: codeTries } });
    return code;
  }

  /** Sets a new password with a code. Unknown users get the same error as an expired code. */
  async confirmNewPassword(name: string, code: string, password: string): Promise<void> {
    const user = this.find(name);
    const held = user?.code;
    if (!user || !held || held.untilMs < this.#now() || held.triesLeft < 1) {
      throw new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
    }
    if (held.hash !== codeHash(code)) {
      this.#change(user, { code: { ...held, triesLeft: held.triesLeft - 1 } });
      throw new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    }
    this.#refuseWeak(password);
    // Before the await, so that only one of several parallel calls uses the code.
    delete user.code;
    const hashed = await hashOf(password);
    this.#change(user, { password: hashed, status: 'CONFIRMED' });
  }

  #refuseWeak(password: string): void {
    const { MinimumLength, RequireLowercase, RequireUppercase, RequireNumbers, RequireSymbols } = this.#policy;
    const faults: [boolean, string][] = [
      [password.length < MinimumLength, 'Password not long enough'],
      [RequireLowercase && !/[a-z]/.test(password), 'Password must have lowercase characters'],
      [RequireUppercase && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
      [RequireNumbers && !/[0-9]/.test(password), 'Password must have numeric characters'],
      [RequireSymbols && !/[^A-Za-z0-9]/.test(password), 'Password must have symbol characters'],
    ];
    const [fault] = faults.filter(([isWrong]) => isWrong);
    if (fault) {
      throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${fault[1]}`);
    }
  }

  async #temporary(password: string): Promise<HashedPassword> {
    const untilMs = this.#now() + this.#policy.TemporaryPasswordValidityDays * dayMs;
    return { ...(await hashOf(password)), untilMs };
  }

  #change(user: PoolUser, changes: Partial<PoolUser>): void {
    Object.assign(user, changes, { updatedAtMs: this.#now() });
    this.#save();
  }

  #save(): void {
    if (this.#file) writePrivateJson(this.#file, this.#users);
  }
}

/** A random password that satisfies common password policies. */
export function newPassword(): string {
  return `${randomBytes(12).toString('base64url')}-aA1`;
}

const derive = promisify<string, string, number, Buffer>(scrypt);
const hashBytes = 32;

async function hashOf(password: string): Promise<HashedPassword> {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: (await derive(password, salt, hashBytes)).toString('hex') };
}

async function isSame(password: string, { salt, hash }: HashedPassword): Promise<boolean> {
  const derived = await derive(password, salt, hashBytes);
  const expected = Buffer.from(hash, 'hex');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

const codeHash = (code: string) => createHash('sha256').update(code).digest('hex');
