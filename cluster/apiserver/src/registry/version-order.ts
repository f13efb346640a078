const PATTERN = /^v([1-9]\d{0,8})(?:(alpha|beta)([1-9]\d{0,8}))?$/;
const STABILITY: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };

/** Orders versions as Kubernetes prefers them: v10, v2, v1, v11beta2, v1beta1, v1alpha1, then others by name. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined) return -1;
    return right !== undefined ? 1 : compareTexts(a, b);
  }
  const different = left.findIndex((part, index) => part !== right[index]);
  return different < 0 ? 0 : (right[different] ?? 0) - (left[different] ?? 0);
}

function rank(version: string): readonly number[] | undefined {
  const [, major, stability, minor] = PATTERN.exec(version) ?? [];
  if (major === undefined) return undefined;
  return [stability === undefined ? 3 : (STABILITY[stability] ?? 0), Number(major), Number(minor ?? 0)];
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
