import type { GatewayResponse, IntegrationProperties, RestApi } from './rest-api.ts';

/** An answer ready to be sent. Header values keep their order and case. */
export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string | Buffer;
}

/** What $context stands for in templates, by its dotted path. */
export type TemplateContext = Record<string, string>;

/** The statuses of AWS, where the template of an API sets none. */
const defaultStatus = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_PARAMETERS: 400,
  INTEGRATION_FAILURE: 502,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;

export type ResponseType = keyof typeof defaultStatus;

/** The answer the gateway gives by itself, in the form the template of the API gives it. */
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
 * The answer of a MOCK integration, whose templates may only be literal text and $context, one choice by a variable of
 * the context, and the echo of an origin; undefined when it takes no body of this media type.
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
  const request = substitute(literal(chosen(requestTemplate, context), where), context);
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
  return { status: Number(response.StatusCode), headers: sent, body: substitute(literal(rest, where), context) };
}

/** A mapping of a header: text in single quotes, or a variable of the context. */
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

/** The one form of the template language spoken here: `#if( $context.name == "text" ) this #else that #end`. */
function chosen(template: string, context: TemplateContext): string {
  const choice = /#if\( \$context\.([A-Za-z.]+) == "([^"]*)" \)(.*?)#else(.*?)#end/gs;
  return template.replace(choice, (_, name: string, text: string, then: string, otherwise: string) =>
    context[name] === text ? then : otherwise,
  );
}

const originEcho =
  /^#set\(\$origin = \$input\.params\(\)\.header\.get\("Origin"\)\)\n#if\(\$origin == ""\)#set\(\$origin = \$input\.params\(\)\.header\.get\("origin"\)\)#end\n#if\((.+?)\)#set\(\$context\.responseOverride\.header\.([\w-]+) = \$origin\)#end$/;

/** The other form: a header that repeats the origin of the request, if that is one of a few. */
function withEchoedOrigin(template: string, headerOf: (lowerName: string) => string | undefined) {
  const [whole, condition = '', header = ''] = originEcho.exec(template) ?? [];
  if (whole === undefined) return { overrides: {}, rest: template };
  const origins = [...condition.matchAll(/\$origin == "([^"]*)"/g)].map(([, origin]) => origin);
  const origin = headerOf('origin');
  const isOne = origin !== undefined && origins.includes(origin);
  return { overrides: isOne ? { [header]: origin } : {}, rest: '' };
}

/** Refuses the rest of the template language of API Gateway, which nothing here speaks. */
function literal(template: string, where: string): string {
  const directive = /#(set|if|foreach|else|end)\b|\$(?!context\.)[a-z!{]/.exec(template);
  if (directive) throw new Error(`${where}: the template uses ${directive[0]}, which is not supported`);
  return template;
}
