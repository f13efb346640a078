import { type BundleContent, bundleContentSchema } from '@kubemin/client';
import { Refusal } from '../http/refusal.ts';

/** Reads what was behind a seal. Whoever sealed it had it from a server like this one, or wrote it himself. */
export function readBundleContent(text: string): BundleContent {
  const result = bundleContentSchema.safeParse(parsed(text));
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
