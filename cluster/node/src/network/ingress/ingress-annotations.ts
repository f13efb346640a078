import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import { compileValuePattern } from './path-pattern.ts';
import type { Canary, Route, RouteProblem, SessionAffinity } from './route-table.ts';

const PREFIX = 'nginx.ingress.kubernetes.io/';

/** As in ingress-nginx. */
const DEFAULT_TIMEOUTS = { connectMs: 5_000, sendMs: 60_000, readMs: 60_000 };
const DEFAULT_BODY_BYTES = 1024 * 1024;

/** Without these a route is open to more clients than its author allowed, so it is not served at all. */
const PROTECTIONS =
  /^(?:auth-|enable-global-auth|whitelist-source-range|denylist-source-range|limit-whitelist|satisfy)/;

/** What the annotations of an Ingress ask for. */
export interface IngressSettings {
  /** Paths of type Prefix and ImplementationSpecific may be patterns. */
  readonly hasPatterns: boolean;
  readonly rewriteTarget?: string;
  readonly canary?: Omit<Canary, 'backendKey'>;
  readonly protocol: 'http' | 'https';
  readonly route: Pick<Route, 'sslRedirect' | 'maxBodyBytes' | 'timeouts' | 'affinity' | 'refused'>;
  readonly problems: readonly RouteProblem[];
}

/** Reads the annotations of ingress-nginx. A value that cannot be used is reported and the default taken. */
export function readIngressSettings(ingress: Ingress): IngressSettings {
  const reader = new AnnotationReader(ingress);
  const rewriteTarget = reader.text('rewrite-target');
  const hasPatterns = reader.flag('use-regex', false) || rewriteTarget !== undefined;
  const forced = reader.flag('force-ssl-redirect', false);
  const allowed = reader.flag('ssl-redirect', true);
  const affinity = readAffinity(reader);
  const canary = readCanary(reader);
  const route = {
    sslRedirect: forced ? 'always' : allowed ? 'tls' : 'never',
    maxBodyBytes: reader.size('proxy-body-size', DEFAULT_BODY_BYTES),
    timeouts: {
      connectMs: reader.seconds('proxy-connect-timeout', DEFAULT_TIMEOUTS.connectMs),
      sendMs: reader.seconds('proxy-send-timeout', DEFAULT_TIMEOUTS.sendMs),
      readMs: reader.seconds('proxy-read-timeout', DEFAULT_TIMEOUTS.readMs),
    },
    ...(affinity === undefined ? {} : { affinity }),
  } as const;
  const protocol = reader.choice('backend-protocol', ['HTTP', 'HTTPS'], 'HTTP') === 'HTTPS' ? 'https' : 'http';
  const refused = reader.reportUnknown();
  return {
    hasPatterns,
    ...(rewriteTarget === undefined ? {} : { rewriteTarget }),
    ...(canary === undefined ? {} : { canary }),
    protocol,
    route: refused === undefined ? route : { ...route, refused },
    problems: reader.problems,
  };
}

function readCanary(reader: AnnotationReader): IngressSettings['canary'] {
  const isCanary = reader.flag('canary', false);
  const weightTotal = reader.count('canary-weight-total', 100);
  const weight = Math.min(reader.count('canary-weight', 0), weightTotal);
  const cookie = reader.text('canary-by-cookie');
  const name = reader.text('canary-by-header')?.toLowerCase();
  const value = reader.text('canary-by-header-value');
  const pattern = value === undefined ? reader.pattern('canary-by-header-pattern') : undefined;
  reader.text('canary-by-header-pattern');
  if (!isCanary) return undefined;
  return {
    weight,
    weightTotal,
    ...(cookie === undefined ? {} : { cookie }),
    ...(name === undefined
      ? {}
      : {
          header: {
            name,
            ...(value === undefined ? {} : { value }),
            ...(pattern === undefined ? {} : { pattern }),
          },
        }),
  };
}

function readAffinity(reader: AnnotationReader): SessionAffinity | undefined {
  const type = reader.choice('affinity', ['cookie'], undefined);
  const cookieName = reader.cookiePart('session-cookie-name') ?? 'INGRESSCOOKIE';
  const cookiePath = reader.cookiePart('session-cookie-path') ?? '/';
  const maxAge = reader.count('session-cookie-max-age', undefined);
  const expires = reader.count('session-cookie-expires', undefined);
  const sameSite = reader.choice('session-cookie-samesite', ['None', 'Lax', 'Strict'], undefined);
  const domain = reader.cookiePart('session-cookie-domain');
  const isSecure = reader.flag('session-cookie-secure', false);
  const changeOnFailure = reader.flag('session-cookie-change-on-failure', false);
  reader.choice('affinity-mode', ['balanced', 'persistent'], 'balanced');
  reader.choice('affinity-canary-behavior', ['sticky'], 'sticky');
  if (type === undefined) return undefined;
  const age = maxAge ?? expires;
  const attributes = [
    age === undefined ? '' : `; Max-Age=${age}`,
    domain === undefined ? '' : `; Domain=${domain}`,
    isSecure ? '; Secure' : '',
    sameSite === undefined ? '' : `; SameSite=${sameSite}`,
  ];
  return { cookieName, cookiePath, cookieAttributes: attributes.join(''), changeOnFailure };
}

/** Reads annotations by name, and keeps account of those nothing has read. */
class AnnotationReader {
  readonly problems: RouteProblem[] = [];
  readonly #ingress: Ingress;
  readonly #known = new Set<string>();

  constructor(ingress: Ingress) {
    this.#ingress = ingress;
  }

  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#ingress.metadata.annotations?.[PREFIX + name];
    return value === undefined || value === '' ? undefined : value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^(?:true|1|t)$/i.test(value)) return true;
    if (!/^(?:false|0|f)$/i.test(value)) this.#refuse(name, value, 'true or false');
    return /^(?:false|0|f)$/i.test(value) ? false : fallback;
  }

  choice<T extends string, F>(name: string, choices: readonly T[], fallback: F): T | F {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
    if (found === undefined) this.#refuse(name, value, choices.join(' or '));
    return found ?? fallback;
  }

  count<F>(name: string, fallback: F): number | F {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    this.#refuse(name, value, 'a whole number');
    return fallback;
  }

  seconds(name: string, fallbackMs: number): number {
    const value = this.text(name);
    const amount = /^(\d{1,7})s?$/.exec(value ?? '')?.[1];
    if (amount !== undefined && Number(amount) > 0) return Number(amount) * 1000;
    if (value !== undefined) this.#refuse(name, value, 'a number of seconds');
    return fallbackMs;
  }

  /** A size of nginx: `8m`, `512k`, `1g`, bytes. */
  size(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const [, amount, unit = ''] = /^(\d{1,12})([kmg]?)$/i.exec(value) ?? [];
    if (amount === undefined) {
      this.#refuse(name, value, 'a size such as 8m');
      return fallback;
    }
    return Number(amount) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
  }

  pattern(name: string): RegExp | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const pattern = compileValuePattern(value);
    if (pattern instanceof RegExp) return pattern;
    this.#refuse(name, value, `a usable pattern: ${pattern.problem}`);
    return undefined;
  }

  /** Text that may stand in Set-Cookie. */
  cookiePart(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || /^[\w!#$%&'*+./^`|~:-]+$/.test(value)) return value;
    this.#refuse(name, value, 'a cookie name, path or domain');
    return undefined;
  }

  /** Reports annotations that have no effect here; returns why the routes must not be served, if so. */
  reportUnknown(): string | undefined {
    let refused: string | undefined;
    for (const full of Object.keys(this.#ingress.metadata.annotations ?? {})) {
      const name = full.startsWith(PREFIX) ? full.slice(PREFIX.length) : undefined;
      if (name === undefined || this.#known.has(name)) continue;
      if (PROTECTIONS.test(name)) refused ??= `annotation ${name} is not supported`;
      this.problems.push({
        object: this.#ingress,
        reason: 'UnsupportedAnnotation',
        message: `annotation ${full} is not supported${PROTECTIONS.test(name) ? '; its routes are not served' : ''}`,
      });
    }
    return refused;
  }

  #refuse(name: string, value: string, expected: string): void {
    this.problems.push({
      object: this.#ingress,
      reason: 'InvalidAnnotation',
      message: `annotation ${PREFIX}${name}: "${value}" is not ${expected}; the default is used`,
    });
  }
}
