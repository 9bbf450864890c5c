import type { GatewayResponse, IntegrationProperties, RestApi } from './rest-api.ts';

/** A response ready to be sent. Headers keep their order and case. */
export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string | Buffer;
}

/** The values of $context in templates, by dotted path. */
export type TemplateContext = Record<string, string>;

/** AWS's default statuses, for APIs whose template sets none. */
const defaultStatus = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_PARAMETERS: 400,
  // The function ran, but failed or returned an invalid response.
  DEFAULT_5XX: 502,
  // The function did not run. Documented as 504, but a throttled function gives 500.
  INTEGRATION_FAILURE: 500,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;

export type ResponseType = keyof typeof defaultStatus;

/** An error response of the gateway itself, as the API's gateway responses define it. */
export function gatewayAnswer(api: RestApi, type: ResponseType, message: string, context: TemplateContext): Answer {
  const status = defaultStatus[type];
  const declared: GatewayResponse =
    api.responses.get(type) ?? api.responses.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX') ?? {};
  const full = {
    ...context,
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  };
  const template = declared.ResponseTemplates?.['application/json'] ?? '{"message":$context.error.messageString}';
  const headers = Object.entries(declared.ResponseParameters ?? {}).map(([name, value]): [string, string] => [
    name.replace('gatewayresponse.header.', ''),
    headerValue(value, full),
  ]);
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    headers.push(['Content-Type', 'application/json']);
  }
  return { status: Number(declared.StatusCode ?? status), headers, body: substitute(template, full) };
}

/**
 * The response of a MOCK integration; undefined if it has no template for this media type. Templates may only contain
 * literal text, $context, one condition on a context variable, and the echo of the request's origin.
 */
export function mockAnswer(
  integration: IntegrationProperties,
  mediaType: string,
  context: TemplateContext,
  where: string,
  headerOf: (lowerName: string) => string | undefined = () => undefined,
): Answer | undefined {
  const requestTemplate = integration.RequestTemplates?.[mediaType];
  if (requestTemplate === undefined) return undefined;
  const request = substitute(assertLiteral(applyCondition(requestTemplate, context), where), context);
  const wanted = (JSON.parse(request) as { statusCode?: number }).statusCode;
  const responses = integration.IntegrationResponses ?? [];
  const response =
    responses.find(({ SelectionPattern: pattern }) => pattern && new RegExp(`^(?:${pattern})$`).test(String(wanted))) ??
    responses.find(({ SelectionPattern: pattern }) => !pattern);
  if (!response) throw new Error(`${where}: no integration response for the status ${wanted}`);
  const headers = Object.entries(response.ResponseParameters ?? {}).map(([name, value]): [string, string] => [
    name.replace('method.response.header.', ''),
    headerValue(value, context),
  ]);
  const [contentType, template = ''] = Object.entries(response.ResponseTemplates ?? {})[0] ?? [];
  const { overrides, rest } = withEchoedOrigin(template, headerOf);
  const overridden = new Set(Object.keys(overrides).map((name) => name.toLowerCase()));
  const sent = [...headers.filter(([name]) => !overridden.has(name.toLowerCase())), ...Object.entries(overrides)];
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type');
  if (!hasType && contentType && rest !== '') sent.push(['Content-Type', contentType]);
  return { status: Number(response.StatusCode), headers: sent, body: substitute(assertLiteral(rest, where), context) };
}

/** Resolves a header mapping: text in single quotes, or a context variable. */
function headerValue(mapping: string, context: TemplateContext): string {
  const [, quoted] = /^'(.*)'$/s.exec(mapping) ?? [];
  if (quoted !== undefined) return quoted;
  const [, name] = /^context\.(.+)$/.exec(mapping) ?? [];
  if (name !== undefined) return context[name] ?? '';
  throw new Error(`The header mapping ${mapping} is not supported`);
}

function substitute(template: string, context: TemplateContext): string {
  return template.replace(/\$context\.([A-Za-z]+(?:\.[A-Za-z]+)*)/g, (_, name: string) => context[name] ?? '');
}

/** Evaluates the only supported condition: `#if( $context.name == "text" ) this #else that #end`. */
function applyCondition(template: string, context: TemplateContext): string {
  const choice = /#if\( \$context\.([A-Za-z.]+) == "([^"]*)" \)(.*?)#else(.*?)#end/gs;
  return template.replace(choice, (_, name: string, text: string, then: string, otherwise: string) =>
    context[name] === text ? then : otherwise,
  );
}

const originEchoTemplate =
  /^#set\(\$origin = \$input\.params\(\)\.header\.get\("Origin"\)\)\n#if\(\$origin == ""\)#set\(\$origin = \$input\.params\(\)\.header\.get\("origin"\)\)#end\n#if\((.+?)\)#set\(\$context\.responseOverride\.header\.([\w-]+) = \$origin\)#end$/;

/** Evaluates the template that echoes the request's origin if it is in a list. */
function withEchoedOrigin(template: string, headerOf: (lowerName: string) => string | undefined) {
  const [whole, condition = '', header = ''] = originEchoTemplate.exec(template) ?? [];
  if (whole === undefined) return { overrides: {}, rest: template };
  const origins = [...condition.matchAll(/\$origin == "([^"]*)"/g)].map(([, origin]) => origin);
  const origin = headerOf('origin');
  const isOne = origin !== undefined && origins.includes(origin);
  return { overrides: isOne ? { [header]: origin } : {}, rest: '' };
}

/** Throws for any other, unsupported part of API Gateway's template language (VTL). */
function assertLiteral(template: string, where: string): string {
  const directive = /#(set|if|foreach|else|end)\b|\$(?!context\.)[a-z!{]/.exec(template);
  if (directive) throw new Error(`${where}: the template uses ${directive[0]}, which is not supported`);
  return template;
}
