import { randomUUID } from 'node:crypto';
import { account } from '../cloudformation/template.ts';
import type { Outbox } from '../files/outbox.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';
import type { PoolSettings } from '../identity/pool-template.ts';
import { newPassword, type PoolUser, type UserPool } from '../identity/user-pool.ts';
import type { Functions } from '../lambda/functions.ts';

type Input = Record<string, unknown>;
interface Attribute {
  Name: string;
  Value?: string;
}

const codePlaceholder = '{####}';
const namePlaceholder = '{username}';

/** Cognito's API for the laptop's user pool, and its mails. */
export class Cognito {
  readonly #settings: PoolSettings;
  readonly #pool: UserPool;
  readonly #functions: Functions;
  readonly #outbox: Outbox;
  /** Users who have begun to set a first password, by session. */
  readonly #sessions = new Map<string, string>();

  constructor(settings: PoolSettings, pool: UserPool, functions: Functions, outbox: Outbox) {
    this.#settings = settings;
    this.#pool = pool;
    this.#functions = functions;
    this.#outbox = outbox;
  }

  /** Rejects with an AwsError where Cognito rejects the call. */
  async answer(action: string, input: Input): Promise<unknown> {
    const name = String(input.Username ?? '');
    switch (action) {
      case 'AdminCreateUser':
        this.#checkPool(input);
        return { User: await this.#create(name, input) };
      case 'AdminGetUser': {
        this.#checkPool(input);
        const { Attributes: UserAttributes, ...user } = shown(this.#pool.get(name));
        return { ...user, UserAttributes };
      }
      case 'AdminDeleteUser':
        this.#checkPool(input);
        this.#pool.delete(name);
        return {};
      case 'AdminUserGlobalSignOut':
        this.#checkPool(input);
        this.#pool.signOut(name);
        return {};
      case 'AdminSetUserPassword':
        this.#checkPool(input);
        await this.#pool.setPassword(name, String(input.Password), input.Permanent === true);
        return {};
      case 'AdminInitiateAuth':
        this.#checkPool(input);
        this.#checkClient(input);
        return this.#initiate(input);
      case 'AdminRespondToAuthChallenge':
        this.#checkPool(input);
        this.#checkClient(input);
        return this.#setFirstPassword(input);
      case 'ForgotPassword':
        this.#checkClient(input);
        return { CodeDeliveryDetails: await this.#forgot(name, input) };
      case 'ConfirmForgotPassword':
        this.#checkClient(input);
        await this.#pool.confirmNewPassword(name, String(input.ConfirmationCode), String(input.Password));
        return {};
      default:
        throw unknownAction(`cognito-idp ${action}`);
    }
  }

  async #create(email: string, { UserAttributes, MessageAction, TemporaryPassword, ClientMetadata }: Input) {
    const given = (UserAttributes ?? []) as Attribute[];
    const { email: named, ...attributes } = Object.fromEntries(given.map(({ Name, Value = '' }) => [Name, Value]));
    if (named !== undefined && named.toLowerCase() !== email.toLowerCase()) {
      throw new AwsError('InvalidParameterException', 'Attribute email does not match the user name.');
    }
    if (MessageAction === 'RESEND') throw unknownAction('cognito-idp AdminCreateUser with MessageAction RESEND');
    const password = TemporaryPassword === undefined ? newPassword() : String(TemporaryPassword);
    const user = await this.#pool.create(email, attributes, password);
    if (MessageAction !== 'SUPPRESS') {
      await this.#send('CustomMessage_AdminCreateUser', user, password, this.#settings.invitation, ClientMetadata);
    }
    return shown(user);
  }

  /** Sign-in of a user by a server, for those who must set a password. Others get tokens in AWS, and nothing here. */
  async #initiate({ AuthFlow, AuthParameters }: Input) {
    if (AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH') throw unknownAction(`cognito-idp AdminInitiateAuth with ${AuthFlow}`);
    const { USERNAME = '', PASSWORD = '' } = AuthParameters as Record<string, string>;
    const user = await this.#pool.signIn(USERNAME, PASSWORD);
    if (!user) throw new AwsError('NotAuthorizedException', 'Incorrect username or password.');
    if (user.status !== 'FORCE_CHANGE_PASSWORD') return { ChallengeParameters: {}, AuthenticationResult: {} };
    const session = randomUUID();
    this.#sessions.set(session, user.sub);
    return { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: session, ChallengeParameters: {} };
  }

  async #setFirstPassword({ Session, ChallengeName, ChallengeResponses }: Input) {
    const sub = this.#sessions.get(String(Session));
    if (ChallengeName !== 'NEW_PASSWORD_REQUIRED' || sub === undefined) {
      throw new AwsError('NotAuthorizedException', 'Invalid session for the user.');
    }
    const { NEW_PASSWORD = '' } = ChallengeResponses as Record<string, string>;
    await this.#pool.setPassword(sub, NEW_PASSWORD, true);
    this.#sessions.delete(String(Session));
    return { ChallengeParameters: {}, AuthenticationResult: {} };
  }

  /** Answers the same for unknown addresses, so that accounts cannot be discovered. */
  async #forgot(name: string, { ClientMetadata }: Input) {
    const user = this.#pool.find(name);
    if (user?.status === 'FORCE_CHANGE_PASSWORD') {
      throw new AwsError('NotAuthorizedException', 'User password cannot be reset in the current state.');
    }
    if (user && user.attributes.email_verified !== 'true') {
      const text = 'Cannot reset password for the user as there is no registered/verified email or phone_number';
      throw new AwsError('InvalidParameterException', text);
    }
    if (user) {
      const code = this.#pool.newCode(user.sub);
      await this.#send('CustomMessage_ForgotPassword', user, code, this.#settings.verification, ClientMetadata);
    }
    const [local = '', domain = ''] = name.split('@');
    const Destination = `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
    return { Destination, DeliveryMedium: 'EMAIL', AttributeName: 'email' };
  }

  /** Sends the CustomMessage trigger's text if there is one, else the pool's own. */
  async #send(
    triggerSource: string,
    user: PoolUser,
    code: string,
    own: PoolSettings['verification'],
    clientMetadata: unknown,
  ): Promise<void> {
    const written = await this.#ask(triggerSource, user, clientMetadata);
    const filled = (text: string) => text.replaceAll(codePlaceholder, code).replaceAll(namePlaceholder, user.email);
    const html = written.emailMessage ?? own.EmailMessage;
    if (!html.includes(codePlaceholder)) {
      throw new AwsError(
        'CodeDeliveryFailureException',
        `The mail must contain the placeholder ${codePlaceholder} for the code`,
      );
    }
    this.#outbox.send({
      to: user.email,
      subject: filled(written.emailSubject ?? own.EmailSubject),
      html: filled(html),
    });
  }

  async #ask(triggerSource: string, user: PoolUser, clientMetadata: unknown) {
    const nothing: { emailMessage?: string | null; emailSubject?: string | null } = {};
    const { id, customMessage, client } = this.#settings;
    if (!customMessage) return nothing;
    const isInvitation = triggerSource === 'CustomMessage_AdminCreateUser';
    const outcome = await this.#functions.byArn(customMessage).invoke({
      version: '1',
      triggerSource,
      region: account.region,
      userPoolId: id,
      userName: user.sub,
      callerContext: { awsSdkVersion: 'local', clientId: client.id },
      request: {
        userAttributes: { ...attributesOf(user), 'cognito:user_status': user.status },
        codeParameter: codePlaceholder,
        usernameParameter: isInvitation ? namePlaceholder : null,
        ...(clientMetadata !== undefined && { clientMetadata }),
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
    if (!outcome.ok) {
      const text = `CustomMessage failed with error ${outcome.error.errorMessage}.`;
      throw new AwsError('UserLambdaValidationException', text);
    }
    const answered = outcome.value as { response?: typeof nothing } | null;
    if (!answered?.response) throw new AwsError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
    return answered.response;
  }

  #checkPool({ UserPoolId }: Input): void {
    if (UserPoolId === this.#settings.id) return;
    throw new AwsError('ResourceNotFoundException', `User pool ${UserPoolId} does not exist.`);
  }

  #checkClient({ ClientId }: Input): void {
    if (ClientId === this.#settings.client.id) return;
    throw new AwsError('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
  }
}

const attributesOf = ({ sub, email, attributes }: PoolUser) => ({ ...attributes, sub, email });

function shown(user: PoolUser) {
  return {
    Username: user.sub,
    Attributes: Object.entries(attributesOf(user)).map(([Name, Value]) => ({ Name, Value })),
    UserCreateDate: user.createdAtMs / 1000,
    UserLastModifiedDate: user.updatedAtMs / 1000,
    Enabled: true,
    UserStatus: user.status,
  };
}
