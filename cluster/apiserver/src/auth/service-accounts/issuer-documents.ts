import { answer } from '../../handler/call.ts';
import type { PathSource } from '../../paths/path-handler.ts';
import type { ServiceAccountTokens } from './service-account-tokens.ts';

interface Document {
  readonly contentType: string;
  readonly content: unknown;
}

/** What others need to check service-account tokens themselves: OpenID discovery and the public keys. */
export function issuerDocuments({ issuer, signer }: ServiceAccountTokens): PathSource {
  const configuration = {
    issuer,
    jwks_uri: `${issuer.replace(/\/$/, '')}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const documents = new Map<string, Document>([
    ['/.well-known/openid-configuration', { contentType: 'application/json', content: configuration }],
    ['/openid/v1/jwks', { contentType: 'application/jwk-set+json', content: { keys: signer.keys } }],
  ]);
  return {
    answer: (_request, path) => {
      const found = documents.get(path);
      return found && { ...answer(200, found.content), headers: { 'content-type': found.contentType } };
    },
  };
}
