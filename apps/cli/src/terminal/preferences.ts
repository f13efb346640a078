import { LANGUAGES, type Language } from '@kubemin/base/message';
import type { ConfigDirectory } from './config-directory.ts';
import { OUTPUT_FORMATS, type OutputFormat } from './output/output-format.ts';
import { readPrivateJson, writePrivateJson } from './private-json.ts';

/** Defaults of a user for options that neither the command line nor a variable sets. */
export interface Preferences {
  readonly lang?: Language | undefined;
  readonly output?: OutputFormat | undefined;
  /** Which of the saved platforms is in use. */
  readonly context?: string | undefined;
}

/** The names of preferences, as global options have them. */
export const PREFERENCE_NAMES = ['lang', 'output', 'context'] as const;
export type PreferenceName = (typeof PREFERENCE_NAMES)[number];

/** Reads the preferences. Invalid ones count as not set, so that no command fails; `kubemin doctor` reports them. */
export async function readPreferences({ preferences }: ConfigDirectory): Promise<Preferences> {
  const found = await readPrivateJson(preferences);
  if (found.kind !== 'value' || typeof found.value !== 'object' || found.value === null) return {};
  const stored = new Map<string, unknown>(Object.entries(found.value));
  const context = stored.get('context');
  return {
    lang: LANGUAGES.find((each) => each === stored.get('lang')),
    output: OUTPUT_FORMATS.find((each) => each === stored.get('output')),
    context: typeof context === 'string' ? context : undefined,
  };
}

/** Stores the preferences. */
export async function writePreferences({ preferences }: ConfigDirectory, stored: Preferences): Promise<void> {
  await writePrivateJson(preferences, stored);
}
