/** Longest pattern that is compiled, and longest path that is matched with one: both bound the time of a match. */
const MAX_PATTERN_LENGTH = 512;
const MAX_UNBOUNDED = 2;
/** Repetitions of characters other than the slash that ends them: one way to match, so they cost nothing. */
const DELIMITED = /(?:\[\^\/\]|\[[A-Za-z0-9_.-]+\]|\\[dw])[*+](?=\)?(?:\/(?![?*{])|$))/g;

/** Longest path that patterns are tried on. */
export const MAX_PATTERN_INPUT = 2048;

/**
 * Compiles the pattern of a path. It is anchored at the start and ignores case, as in ingress-nginx. Patterns come from
 * tenants and run for each request, so those whose time grows beyond a low power of the length of the path are refused.
 */
export function compilePathPattern(text: string): RegExp | { readonly problem: string } {
  const problem = costProblem(text);
  if (problem !== undefined) return { problem };
  try {
    return new RegExp(`^(?:${text.replace(/^\^/, '')})`, 'i');
  } catch {
    return { problem: 'not a valid regular expression' };
  }
}

/** Compiles the pattern of a header value, which must match as a whole. */
export function compileValuePattern(text: string): RegExp | { readonly problem: string } {
  const problem = costProblem(text);
  if (problem !== undefined) return { problem };
  try {
    return new RegExp(`^(?:${text})$`);
  } catch {
    return { problem: 'not a valid regular expression' };
  }
}

function costProblem(text: string): string | undefined {
  if (text.length > MAX_PATTERN_LENGTH) return `longer than ${MAX_PATTERN_LENGTH} characters`;
  if (/\\[1-9k]|\(\?[=!<]/.test(text)) return 'back references and look-around are not supported';
  // Without escapes and classes only groups and repetitions are left to look at.
  const bare = text
    .replaceAll(DELIMITED, 'x')
    .replaceAll(/\\./gs, 'x')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, 'x');
  const open: { repeats: boolean }[] = [];
  let unbounded = 0;
  for (let at = 0; at < bare.length; at += 1) {
    const char = bare[at];
    if (char === '(') open.push({ repeats: false });
    const closed = char === ')' ? open.pop() : undefined;
    if (char === ')' || char === 'x' || !'*+{?(|'.includes(char ?? '')) {
      const repetition = /^(?:[*+]|\{\d*,?\d*\})/.exec(bare.slice(at + 1))?.[0];
      const repeats = repetition !== undefined;
      if (repeats && closed?.repeats === true) return 'a repetition inside a repetition is not supported';
      if (repeats) unbounded += 1;
      const parent = open.at(-1);
      if (parent !== undefined && (repeats || closed?.repeats === true)) parent.repeats = true;
    }
  }
  return unbounded > MAX_UNBOUNDED ? `more than ${MAX_UNBOUNDED} unlimited repetitions` : undefined;
}
