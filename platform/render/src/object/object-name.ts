import type { GatewaySettings } from './settings.ts';
import type { Track } from './track.ts';

const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;

/** StatefulSet pods carry the set's name plus an ordinal, and a revision label plus an 11-character hash. */
export const LONGEST_STATEFUL_SET_NAME = 52;

/** A CronJob's Jobs carry its name plus an 11-character suffix. */
export const LONGEST_CRON_JOB_NAME = 52;

/** The parts a generated name is made of. */
export interface GeneratedName {
  readonly prefix: string;
  readonly name: string;
  readonly appId: string;
  readonly suffix?: string;
  /** @default 63 */
  readonly longest?: number;
}

/**
 * `<prefix>-<name>-<appId>[-<suffix>]` as a DNS label. A name that would be too long keeps its beginning and ends in
 * a hash of the whole, so that two long names never become one.
 */
export function generatedName(parts: GeneratedName): string {
  const whole = [parts.prefix, parts.name, parts.appId, parts.suffix].filter((part) => part !== undefined).join('-');
  return shortened(rfc1123(whole), parts.longest ?? LONGEST_LABEL);
}

/** A text as it is where it fits, else its beginning and a hash. */
export function shortened(text: string, longest: number = LONGEST_LABEL): string {
  if (text.length <= longest) return text;
  const hash = shortHash(text);
  return `${text.slice(0, longest - hash.length - 1).replace(/[-_.]+$/, '')}-${hash}`;
}

/** What the n-th object is called where one needs to be several; the first keeps the name. */
export function partName(name: string, index: number): string {
  return index === 0 ? name : shortened(`${name}-part-${index + 1}`, LONGEST_SUBDOMAIN);
}

/** Lower case; whatever a DNS label cannot have becomes "-". */
export function rfc1123(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/** Eight characters of [a-z0-9] that stand for a text (64-bit FNV-1a): to distinguish names, not for security. */
function shortHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  return hash.toString(36).padStart(8, '0').slice(-8);
}

/** Which stored application a document is rendered for; generated names and owner labels are made from it. */
export interface RenderIdentity {
  readonly appId: string;
  /** Stable number of each component, by name. */
  readonly componentIds?: Readonly<Record<string, number>>;
  /** Which track each component is on since its last blue-green update, by name. @default 'stable' */
  readonly tracks?: Readonly<Record<string, Track>>;
  /** What the cluster has for a gateway. @default what the renderer is set up for */
  readonly gateway?: GatewaySettings;
}
