import { type BundleContent, bundleContentSchema } from '@kubemin/client';
import { Refusal } from '../http/refusal.ts';
import { refuseUnfit, type ValueBounds } from '../http/value-bounds.ts';

/** Documents may be a hundred levels deep, and stand a few levels deep in it. */
const CONTENT: ValueBounds = { what: 'what the bundle holds', levels: 128 };

/** Reads what was behind a seal. Whoever sealed it had it from a server like this one, or wrote it himself. */
export function readBundleContent(text: string): BundleContent {
  const value = parsed(text);
  refuseUnfit(value, 'BUNDLE_INVALID', CONTENT);
  const result = bundleContentSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`;
  throw new Refusal('BUNDLE_INVALID', `what the bundle holds cannot be read${where}; was it made by KubeMin?`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('BUNDLE_INVALID', 'what the bundle holds is not JSON; was it made by KubeMin?', { cause });
  }
}
