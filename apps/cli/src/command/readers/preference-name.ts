import { PREFERENCE_NAMES, type PreferenceName } from '../../client-config/preferences.ts';
import { InvalidValue } from '../parameter.ts';

/** Reads the name of a preference. */
export function preferenceName(text: string): PreferenceName {
  const found = PREFERENCE_NAMES.find((each) => each === text);
  if (found !== undefined) return found;
  const all = PREFERENCE_NAMES.join(', ');
  throw new InvalidValue({ en: `choose one of ${all}`, zh: `请从 ${all} 中选择` });
}
