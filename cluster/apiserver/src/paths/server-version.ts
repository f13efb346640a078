/** The Kubernetes whose API this is. */
export const SERVER_VERSION = {
  major: '1',
  minor: '35',
  gitVersion: 'v1.35.0',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'node',
  platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
} as const;
