/**
 * API aggregation: group versions that an APIService with `spec.service` gives to another API server. `Aggregation`
 * authorizes their requests here and forwards them over TLS, with the user in `X-Remote-*` headers and the front-proxy
 * certificate that proves them; it checks whether those servers respond (condition `Available`), and knows what they
 * serve, for discovery and OpenAPI. Built-in groups are never given away.
 */
export { Aggregation, type AggregationOptions, type FrontProxy } from './aggregation.ts';
