import { customKind, fields, list, port, text } from './custom-kind.ts';

const stringMatch = {
  ...fields({ exact: text, prefix: text, regex: text }),
  maxProperties: 1,
};

const match = fields({
  uri: stringMatch,
  method: stringMatch,
  headers: { type: 'object', additionalProperties: stringMatch },
});

const http = fields({
  match: list(match),
  rewrite: fields({ uri: text, uriRegexRewrite: fields({ match: text, rewrite: text }) }),
  redirect: fields({ uri: text, authority: text, scheme: text, port, redirectCode: { type: 'integer' } }),
  timeout: { ...text, pattern: '^[0-9]+(\\.[0-9]+)?s$' },
  route: list(
    fields({
      'destination!': fields({ 'host!': text, port: fields({ number: port }) }),
      weight: { type: 'integer', minimum: 0 },
    }),
  ),
});

/** As much of Istio's VirtualService as we render. */
export const virtualServiceKind = customKind({
  group: 'networking.istio.io',
  version: 'v1',
  kind: 'VirtualService',
  plural: 'virtualservices',
  spec: fields({
    hosts: list(text, { minItems: 1 }),
    gateways: list(text),
    http: list(http),
  }),
});
