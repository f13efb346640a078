import { customKind, fields, list, port, text, word } from './custom-kind.ts';

const path = fields({
  'type!': word('ReplaceFullPath', 'ReplacePrefixMatch'),
  replaceFullPath: text,
  replacePrefixMatch: text,
});
const duration = { type: 'string', pattern: '^([0-9]{1,5}(h|m|s|ms)){1,4}$' };

const match = fields({
  path: fields({ type: word('Exact', 'PathPrefix', 'RegularExpression'), value: { ...text, maxLength: 1024 } }),
  headers: list(fields({ type: word('Exact', 'RegularExpression'), 'name!': text, 'value!': text }), { maxItems: 16 }),
  method: word('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'),
});

const filter = fields({
  'type!': word('RequestRedirect', 'URLRewrite'),
  requestRedirect: fields({
    scheme: word('http', 'https'),
    hostname: text,
    port,
    path,
    statusCode: { type: 'integer', enum: [301, 302] },
  }),
  urlRewrite: fields({ hostname: text, path }),
});

const rule = fields({
  matches: list(match, { maxItems: 64 }),
  filters: list(filter, { maxItems: 16 }),
  backendRefs: list(fields({ 'name!': text, port, weight: { type: 'integer', minimum: 0, maximum: 1_000_000 } }), {
    maxItems: 16,
  }),
  timeouts: fields({ request: duration, backendRequest: duration }),
});

/** As much of the Gateway API's HTTPRoute as we render, with its limits. */
export const httpRouteKind = customKind({
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  kind: 'HTTPRoute',
  plural: 'httproutes',
  spec: fields({
    parentRefs: list(fields({ 'name!': text, namespace: text, sectionName: text }), { maxItems: 32 }),
    hostnames: list({ ...text, pattern: '^(\\*\\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?$' }, { maxItems: 16 }),
    rules: list(rule, { minItems: 1, maxItems: 16 }),
  }),
});
