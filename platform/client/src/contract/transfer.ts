import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { lenientBody } from './lenient-body.ts';

/** How short a passphrase may be that keeps secrets. */
export const SHORTEST_PASSPHRASE = 8;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, schemaMessages.base64.message);

/**
 * Applications with their secrets and ids, readable only with a passphrase. The key is made of it by scrypt (N 32768,
 * r 8, p 1, 32 bytes), the content is compressed by gzip and sealed by AES-256-GCM. Its additional data is the UTF-8 text
 * `JSON.stringify([kind, version, salt, nonce])`, salt and nonce as they stand here.
 */
export const sealedBundleSchema = z.object({
  kind: z.literal('KubeMinBundle'),
  version: z.number().int().min(1),
  /** 16 bytes. */
  salt: base64,
  /** 12 bytes. */
  nonce: base64,
  /** What is sealed, and the tag of 16 bytes. */
  data: base64,
  /**
   * SHA-256 of the additional data followed by `data` as it stands here, hex: distinguishes a damaged file from a
   * wrong passphrase.
   */
  checksum: z.string().regex(/^[0-9a-f]{64}$/, schemaMessages.hexDigest.message),
});
export type SealedBundle = z.output<typeof sealedBundleSchema>;

const exportRequest = z.object({
  /** Ids; all applications when left out, and all profiles with them. */
  applications: z.array(z.string().min(1)).min(1).readonly().optional(),
  passphrase: z.string().min(SHORTEST_PASSPHRASE).max(1024),
});

/** What to take along. */
export const exportRequestSchema = lenientBody(exportRequest);
export type ExportRequest = z.output<typeof exportRequest>;

const carriedApplication = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  project: z.string(),
  revision: z.number().int(),
});

const carriedProfile = z.object({ kind: z.string(), name: z.string() });

/** A bundle, and what is in it. */
export const exportedBundleSchema = z.object({
  bundle: sealedBundleSchema,
  applications: z.array(carriedApplication).readonly(),
  profiles: z.array(carriedProfile).readonly(),
});
export type ExportedBundle = z.output<typeof exportedBundleSchema>;

const importRequest = z.object({
  bundle: sealedBundleSchema,
  passphrase: z.string().min(1).max(1024),
  /** `renumber`: components get new numbers, and their objects other labels. */
  componentIds: z.enum(['keep', 'renumber']).default('keep'),
});

/** A bundle to bring in. */
export const importRequestSchema = lenientBody(importRequest);
export type ImportRequest = z.output<typeof importRequest>;

const outcome = z.enum(['created', 'unchanged']);

/** What a bundle brought. */
export const importReportSchema = z.object({
  applications: z.array(carriedApplication.extend({ outcome })).readonly(),
  profiles: z.array(carriedProfile.extend({ outcome })).readonly(),
});
export type ImportReport = z.output<typeof importReportSchema>;
