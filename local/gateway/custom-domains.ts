import { AwsError } from '../iam/aws-error.ts';

/** Where requests to a custom domain name go: to this stage, without the path that matched if it is stripped. */
interface Target {
  apiId: string;
  stage: string;
  stripsBasePath: boolean;
}

/** A routing rule of a custom domain name. Without base paths it matches every request. */
export interface RoutingRule extends Target {
  id: string;
  priority: number;
  basePaths: readonly string[];
}

export const routingModes = [
  'BASE_PATH_MAPPING_ONLY',
  'ROUTING_RULE_ONLY',
  'ROUTING_RULE_THEN_BASE_PATH_MAPPING',
] as const;
type RoutingMode = (typeof routingModes)[number];

interface CustomDomain {
  mode: RoutingMode;
  rules: RoutingRule[];
  /** By base path; the empty one is the root. */
  mappings: Map<string, Target>;
}

const highestPriority = 1_000_000;

/**
 * Regional custom domain names of REST APIs, with routing rules and base path mappings
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-routing-rules.html).
 */
export class CustomDomains {
  readonly #domains = new Map<string, CustomDomain>();
  #made = 0;

  create(name: string, mode: RoutingMode): void {
    if (this.#domains.has(name))
      throw new AwsError('ConflictException', 'The domain name you provided already exists.');
    this.#domains.set(name, { mode, rules: [], mappings: new Map() });
  }

  delete(name: string): void {
    this.#domain(name);
    this.#domains.delete(name);
  }

  addMapping(name: string, basePath: string, target: Omit<Target, 'stripsBasePath'>): void {
    const { mappings } = this.#domain(name);
    if (mappings.has(basePath))
      throw new AwsError('ConflictException', 'Base path already exists for this domain name');
    mappings.set(basePath, { ...target, stripsBasePath: true });
  }

  deleteMapping(name: string, basePath: string): void {
    if (!this.#domain(name).mappings.delete(basePath))
      throw new AwsError('NotFoundException', 'Invalid base path mapping identifier specified');
  }

  addRule(name: string, rule: Omit<RoutingRule, 'id'>): RoutingRule {
    const { rules } = this.#domain(name);
    const { priority } = rule;
    if (!Number.isInteger(priority) || priority < 1 || priority > highestPriority)
      throw new AwsError('BadRequestException', `The priority must be from 1 to ${highestPriority}`);
    if (rules.some((other) => other.priority === priority))
      throw new AwsError('ConflictException', `A rule with the priority ${priority} already exists`);
    this.#made += 1;
    const made = { ...rule, id: `rule${this.#made}` };
    rules.push(made);
    rules.sort((one, other) => one.priority - other.priority);
    return made;
  }

  deleteRule(name: string, id: string): void {
    const domain = this.#domain(name);
    const kept = domain.rules.filter((rule) => rule.id !== id);
    if (kept.length === domain.rules.length) throw new AwsError('NotFoundException', 'Invalid routing rule identifier');
    domain.rules = kept;
  }

  /** The names of the domains with a base path mapping to this API, which therefore cannot be deleted. */
  mappedTo(apiId: string): string[] {
    const leads = ({ mappings }: CustomDomain) => [...mappings.values()].some((target) => target.apiId === apiId);
    return [...this.#domains].filter(([, domain]) => leads(domain)).map(([name]) => name);
  }

  /**
   * The stage for a request, and the path and query that it gets there; `unmapped` if nothing leads anywhere, and
   * undefined if there is no such domain.
   */
  resolve(host: string, requested: string): { apiId: string; stage: string; target: string } | 'unmapped' | undefined {
    const domain = this.#domains.get(host);
    if (!domain) return undefined;
    const { mode, rules, mappings } = domain;
    const byRule = () => {
      for (const rule of rules) {
        const basePath = rule.basePaths.find((each) => isBelow(requested, each));
        if (basePath !== undefined || rule.basePaths.length === 0) return { ...rule, basePath: basePath ?? '' };
      }
      return undefined;
    };
    const byMapping = () => {
      const paths = [...mappings.keys()].sort((one, other) => other.length - one.length);
      const basePath = paths.find((each) => isBelow(requested, each));
      const found = basePath === undefined ? undefined : mappings.get(basePath);
      return found && { ...found, basePath: basePath ?? '' };
    };
    const found =
      (mode === 'BASE_PATH_MAPPING_ONLY' ? undefined : byRule()) ??
      (mode === 'ROUTING_RULE_ONLY' ? undefined : byMapping());
    if (!found) return 'unmapped';
    const { apiId, stage, stripsBasePath, basePath } = found;
    const rest = stripsBasePath && basePath !== '' ? requested.slice(basePath.length + 1) : requested;
    return { apiId, stage, target: rest.startsWith('/') ? rest : `/${rest}` };
  }

  #domain(name: string): CustomDomain {
    const found = this.#domains.get(name);
    if (!found) throw new AwsError('NotFoundException', 'Invalid domain name identifier specified');
    return found;
  }
}

/** Whether a path and query begin with the segments of a base path. Every path is below the empty one. */
function isBelow(requested: string, basePath: string): boolean {
  if (basePath === '') return true;
  const path = requested.split('?')[0] ?? '';
  return path === `/${basePath}` || path.startsWith(`/${basePath}/`);
}
