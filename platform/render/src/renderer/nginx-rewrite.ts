import type { Labels } from '../object/index.ts';

/** A route whose path is rewritten on the way to its backend. */
export interface RewrittenRoute {
  readonly path: string;
  readonly pathType: string;
  readonly rewrite: {
    readonly type: 'replace' | 'prefix' | 'regexReplace';
    readonly match?: string | undefined;
    readonly replacement: string;
  };
}

/** The same in the words of ingress-nginx. Annotations count for every route of their Ingress. */
export interface NginxRoute {
  readonly path: string;
  readonly pathType: string;
  readonly annotations: Labels;
}

/** ingress-nginx's annotation with the path that requests are given. */
export const REWRITE_TARGET = 'nginx.ingress.kubernetes.io/rewrite-target';

/** ingress-nginx's annotation that makes paths patterns: those of every Ingress of the same host, which is its doing. */
export const USE_REGEX = 'nginx.ingress.kubernetes.io/use-regex';

const PATTERN = 'ImplementationSpecific';

/** How ingress-nginx rewrites a route. */
export function nginxRewrite({ path, pathType, rewrite }: RewrittenRoute): NginxRoute {
  const { type, match, replacement } = rewrite;
  if (type === 'regexReplace') {
    const annotations = { [REWRITE_TARGET]: replacement, [USE_REGEX]: 'true' };
    return { path: match?.replace(/^\^/, '') ?? path, pathType, annotations };
  }
  if (type === 'replace' || pathType === 'Exact') {
    return { path, pathType, annotations: { [REWRITE_TARGET]: replacement } };
  }
  const pattern = `${literal(path.replace(/\/+$/, ''))}(/|$)(.*)`;
  const annotations = { [REWRITE_TARGET]: `${replacement.replace(/\/+$/, '')}/$2`, [USE_REGEX]: 'true' };
  return { path: pattern, pathType: PATTERN, annotations };
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
